/** Registers the operations of question banks. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { copyQuestions } from './copy-questions.ts';
import { countQuestions } from './count-questions.ts';
import { createQuestionBank } from './create-question-bank.ts';
import { deleteQuestionFolder } from './delete-question-folder.ts';
import { getQuestion } from './get-question.ts';
import { getQuestionBank } from './get-question-bank.ts';
import { importQuestions } from './import-questions.ts';
import { listQuestionBanks } from './list-question-banks.ts';
import { listQuestionContents } from './list-question-contents.ts';
import { listQuestions } from './list-questions.ts';
import { moveQuestions } from './move-questions.ts';
import type { QuestionDependencies } from './question-dependencies.ts';
import { saveQuestion } from './save-question.ts';
import { saveQuestionFolder } from './save-question-folder.ts';
import { setQuestionStatus } from './set-question-status.ts';
import { updateQuestionBank } from './update-question-bank.ts';

export const registerQuestionRoutes = (router: Router, dependencies: QuestionDependencies): void =>
  register(router, dependencies, {
    listQuestionBanks,
    getQuestionBank,
    createQuestionBank,
    updateQuestionBank,
    saveQuestionFolder,
    deleteQuestionFolder,
    listQuestions,
    listQuestionContents,
    countQuestions,
    getQuestion,
    saveQuestion,
    importQuestions,
    moveQuestions,
    copyQuestions,
    setQuestionStatus,
  });
