/** Registers the operations of assignments. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { createAssignment } from './create-assignment.ts';
import { deleteAssignment } from './delete-assignment.ts';
import { getAssignment } from './get-assignment.ts';
import { getAttemptResult } from './get-attempt-result.ts';
import { getPaper } from './get-paper.ts';
import { listAssignmentQuestions } from './list-assignment-questions.ts';
import { listAssignments } from './list-assignments.ts';
import { listAttempts } from './list-attempts.ts';
import { listResponses } from './list-responses.ts';
import { markResponse } from './mark-response.ts';
import { saveAnswers } from './save-answers.ts';
import { setAssignmentOverride } from './set-assignment-override.ts';
import { setAssignmentStatus } from './set-assignment-status.ts';
import { startAttempt } from './start-attempt.ts';
import { submitAttempt } from './submit-attempt.ts';
import { updateAssignment } from './update-assignment.ts';
import { verifyReceipt } from './verify-receipt.ts';

export const registerAssignmentRoutes = (router: Router, dependencies: AssignmentDependencies): void =>
  register(router, dependencies, {
    createAssignment,
    updateAssignment,
    setAssignmentStatus,
    deleteAssignment,
    listAssignments,
    getAssignment,
    listAssignmentQuestions,
    listAttempts,
    setAssignmentOverride,
    listResponses,
    markResponse,
    startAttempt,
    getPaper,
    saveAnswers,
    submitAttempt,
    getAttemptResult,
    verifyReceipt,
  });
