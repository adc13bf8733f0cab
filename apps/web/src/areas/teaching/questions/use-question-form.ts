/** The form of a question: its values, its draft on the device, and its storage with a check for changes by others. */
import { type BankQuestion, bankQuestion, type QuestionBankDetails, saveQuestion } from '@shufang/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { refreshQuestions } from '../../../features/question/queries.ts';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { type EditedQuestion, editedQuestion, emptyQuestion } from './edited-question.ts';
import { findFormProblems } from './find-form-problems.ts';
import { formFromQuestion } from './form-from-question.ts';
import { labelsFrom, questionFromForm } from './question-from-form.ts';

/** Returns the form of a stored draft; undefined if it is of another version of this app. */
const readForm = (body: string): EditedQuestion | undefined => {
  try {
    return editedQuestion.safeParse(JSON.parse(body)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** The question that the form changes: its id and the revision that the author has seen; without one for a new question. */
type Base = Pick<BankQuestion, 'id' | 'revision'> | undefined;

export const useQuestionForm = (bank: QuestionBankDetails, stored: BankQuestion | undefined) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [start] = useState(() => JSON.stringify(stored === undefined ? emptyQuestion('single') : formFromQuestion(stored, stored)));
  const form = useForm({ initial: { question: start }, draft: `question:${bank.id}:${stored?.id ?? 'new'}` });
  const [base, setBase] = useState<Base>(stored);
  const [problems, setProblems] = useState<readonly string[]>([]);
  /** The stored question, if it was changed elsewhere since the author began. */
  const [conflict, setConflict] = useState<BankQuestion>();
  const edited = readForm(form.values.question) ?? readForm(start) ?? emptyQuestion('single');
  const question = questionFromForm(edited);
  const set = (next: EditedQuestion): void => {
    form.setValue('question', JSON.stringify(next));
    setProblems([]);
  };
  const saving = useMutation({
    mutationFn: (to: Base) =>
      call(saveQuestion, {
        bankId: bank.id,
        revision: to?.revision ?? 0,
        ...(to === undefined ? {} : { id: to.id }),
        ...question,
        tags: labelsFrom(edited.tags),
        knowledgePoints: labelsFrom(edited.knowledgePoints),
        ...(edited.folderId === '' ? {} : { folderId: edited.folderId }),
        ...(edited.difficulty === '' ? {} : { difficulty: Number(edited.difficulty) }),
      }),
    onSuccess: async (saved, to) => {
      form.dropDraft();
      setConflict(undefined);
      setBase(saved);
      await refreshQuestions(queryClient);
      if (to === undefined) await navigate(`/bank/${bank.id}/question/${saved.id}`, { replace: true });
    },
    onError: (error) => {
      if (isRefusal(error, 'question.changed')) setConflict(bankQuestion.safeParse(error.payload).data);
    },
  });
  const save = (to: Base): void => {
    const found = findFormProblems(question);
    setProblems(found);
    if (found.length === 0 && !saving.isPending) saving.mutate(to);
  };
  return {
    edited,
    question,
    set,
    problems,
    conflict,
    isBusy: saving.isPending,
    isRestored: form.isRestored,
    /** Whether the form differs from what is stored. */
    isChanged: form.values.question !== start,
    dropDraft: () => form.reset(),
    save: () => save(base),
    handleSubmit: form.handleSubmit,
    saveOver: (newest: BankQuestion) => save(newest),
    saveAsNew: () => save(undefined),
    /** Replaces the form by what is stored. */
    take: (newest: BankQuestion) => {
      setConflict(undefined);
      setBase(newest);
      set(formFromQuestion(newest, newest));
    },
  };
};

export type QuestionFormState = ReturnType<typeof useQuestionForm>;
