/** Registers the operations of assignments. */
import { register, registerFiles } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { createAssignment } from './create-assignment.ts';
import { deleteAssignment } from './delete-assignment.ts';
import { exportPaperAnalysis } from './export-paper-analysis.ts';
import { getAssignment } from './get-assignment.ts';
import { getAttemptResult } from './get-attempt-result.ts';
import { getPaper } from './get-paper.ts';
import { getPaperAnalysis } from './get-paper-analysis.ts';
import { getPaperDraft } from './get-paper-draft.ts';
import { handInAnnotations } from './hand-in-annotations.ts';
import { listAccommodations } from './list-accommodations.ts';
import { listAnnotationTasks } from './list-annotation-tasks.ts';
import { listAssignmentQuestions } from './list-assignment-questions.ts';
import { listAssignments } from './list-assignments.ts';
import { listAttempts } from './list-attempts.ts';
import { listMarkingPhrases } from './list-marking-phrases.ts';
import { listMyAssignments } from './list-my-assignments.ts';
import { listReadingTasks } from './list-reading-tasks.ts';
import { listRegrades } from './list-regrades.ts';
import { listResponses } from './list-responses.ts';
import { listScoreHistory } from './list-score-history.ts';
import { markResponse } from './mark-response.ts';
import { readHandedFile } from './read-handed-file.ts';
import { regradeQuestion } from './regrade-question.ts';
import { saveAnswers } from './save-answers.ts';
import { saveMarkingPhrases } from './save-marking-phrases.ts';
import { savePaper } from './save-paper.ts';
import { setAccommodation } from './set-accommodation.ts';
import { setAssignmentOverride } from './set-assignment-override.ts';
import { setAssignmentStatus } from './set-assignment-status.ts';
import { setExternalScores } from './set-external-scores.ts';
import { setQuestionObjectives } from './set-question-objectives.ts';
import { startAttempt } from './start-attempt.ts';
import { submitAttempt } from './submit-attempt.ts';
import { undoRegrade } from './undo-regrade.ts';
import { updateAssignment } from './update-assignment.ts';
import { verifyReceipt } from './verify-receipt.ts';

export const registerAssignmentRoutes = (router: Router, dependencies: AssignmentDependencies): void => {
  registerFiles(router, dependencies, { readHandedFile });
  register(router, dependencies, {
    createAssignment,
    updateAssignment,
    setAssignmentStatus,
    deleteAssignment,
    listAssignments,
    listMyAssignments,
    getAssignment,
    listAssignmentQuestions,
    getPaperDraft,
    savePaper,
    listAttempts,
    listReadingTasks,
    listAnnotationTasks,
    handInAnnotations,
    setAssignmentOverride,
    listAccommodations,
    setAccommodation,
    setExternalScores,
    listResponses,
    markResponse,
    listScoreHistory,
    regradeQuestion,
    undoRegrade,
    listRegrades,
    listMarkingPhrases,
    saveMarkingPhrases,
    getPaperAnalysis,
    exportPaperAnalysis,
    setQuestionObjectives,
    startAttempt,
    getPaper,
    saveAnswers,
    submitAttempt,
    getAttemptResult,
    verifyReceipt,
  });
};
