import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attemptReceipt } from './attempt.ts';

/**
 * Hands in copies of own annotations for an annotation assignment: those of `annotationIds` that count now, and nothing else. Throws
 * `assignment.notFound`, `assignment.noPaper` for an assignment of another kind, `assignment.noAnnotation` if none of them counts,
 * `assignment.notOpen`, `assignment.closed`, `assignment.noAttemptLeft`.
 */
export const handInAnnotations = operation({
  name: 'handInAnnotations',
  method: 'POST',
  path: '/api/assignment/annotation/hand-in',
  summary: '交批注作业',
  permission: 'ownAccount',
  input: z.object({
    assignmentId: entityId,
    /** What the student was shown and has chosen. */
    annotationIds: z
      .array(entityId)
      .min(1, '请至少选一条批注')
      .max(LIMITS.handedAnnotationsMax, `一次最多交 ${LIMITS.handedAnnotationsMax} 条`),
  }),
  output: z.object({ attemptId: entityId, receipt: attemptReceipt }),
  errors: [
    'assignment.notFound',
    'assignment.noPaper',
    'assignment.noAnnotation',
    'assignment.notOpen',
    'assignment.closed',
    'assignment.noAttemptLeft',
  ],
});
