/** Polls in class: a question with options, on which students vote in one round, or in two with a discussion between them. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/**
 * State of a poll. `first`, `second`: the rounds in which students vote; `discussing`: between them students talk to their neighbors;
 * `closed`: everyone sees the results.
 */
export const pollState = z.enum(['draft', 'first', 'discussing', 'second', 'closed']);

export type PollState = z.output<typeof pollState>;

/** States to which a poll in each state can change. A simple poll is closed after its first round. */
export const NEXT_POLL_STATES: Readonly<Record<PollState, readonly PollState[]>> = {
  draft: ['first'],
  first: ['discussing', 'closed'],
  discussing: ['second', 'closed'],
  second: ['closed'],
  closed: [],
};

/** What a teacher enters for a poll. */
export const pollForm = z
  .object({
    classId: entityId,
    question: z.string().trim().min(1, '请填写问题').max(LIMITS.pollQuestionChars, `问题最多 ${LIMITS.pollQuestionChars} 个字`),
    options: z
      .array(z.string().trim().min(1, '请填写选项').max(LIMITS.pollOptionChars, `选项最多 ${LIMITS.pollOptionChars} 个字`))
      .min(2, '至少要有两个选项')
      .max(LIMITS.pollOptionsMax),
    /** Index of the right option; absent: there is none. */
    correct: z.number().int().min(0).optional(),
  })
  .refine(({ options, correct }) => correct === undefined || correct < options.length, {
    message: '正确答案不在选项里',
    path: ['correct'],
  });

export const poll = z.object({
  id: entityId,
  classId: entityId,
  className: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  /** For teachers; for students when the poll is closed. */
  correct: z.number().int().optional(),
  state: pollState,
  createdAt: z.number().int(),
  /** Number of students of the class, and of those who have voted in the current or last round. */
  members: z.number().int(),
  voters: z.number().int(),
  /** Votes per option, one list per round that has begun. For teachers; for students when the poll is closed. */
  tallies: z.array(z.array(z.number().int())).optional(),
  /** The caller's vote in each round that has begun, an index of `options` or null. */
  own: z.array(z.number().int().nullable()),
  mayEdit: z.boolean(),
});

export type Poll = z.output<typeof poll>;
