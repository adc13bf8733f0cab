import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { paperCandidate, paperDraft } from './paper.ts';

/**
 * Returns the paper of an assignment as its teacher edits it, with the questions that it names and the number of questions that each draw
 * finds now. A question that its bank no longer has is not listed. Throws `assignment.notFound`.
 */
export const getPaperDraft = operation({
  name: 'getPaperDraft',
  method: 'GET',
  path: '/api/assignment/paper/draft',
  summary: '试卷的草稿',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId }),
  output: z.object({
    /** Number of the last change of the assignment. */
    rev: z.number().int(),
    draft: paperDraft,
    questions: z.array(paperCandidate),
    draws: z.array(z.object({ slotId: z.string(), available: z.number().int() })),
  }),
  errors: ['assignment.notFound'],
});
