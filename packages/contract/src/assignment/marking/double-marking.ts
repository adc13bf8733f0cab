/** Double marking: two teachers mark each response without seeing the mark of the other, and the work is divided among teachers. */
import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { assignmentQuestionId } from '../assignment.ts';

const userIdText = z.string().min(1).max(64);

/**
 * State of a response that two teachers mark, as the caller sees it. `open`: the caller has not marked it; `waiting`: only the caller has;
 * `disputed`: the marks differ by more than the threshold; `agreed`: they do not, and their mean counts; `settled`: the teacher of the class
 * decided.
 */
export const doubleMarkingState = z.enum(['open', 'waiting', 'disputed', 'agreed', 'settled']);

export type DoubleMarkingState = z.output<typeof doubleMarkingState>;

/** What two teachers gave for a response. */
export const doubleScores = z.object({
  state: doubleMarkingState,
  /** What counts; absent until the marks agree or the teacher of the class has decided. */
  finalMilli: z.number().int().optional(),
  /** Number of the last change of what counts. */
  finalRev: z.number().int(),
  /** Both marks: for everyone who marks when they agree or are settled, before that only for the teacher of the class in a dispute. */
  given: z.array(z.object({ name: z.string(), earnedMilli: z.number().int(), comment: z.string() })).optional(),
});

export type DoubleScores = z.output<typeof doubleScores>;

/** How the responses to a question are marked. */
export const questionMarking = z.object({
  questionId: assignmentQuestionId,
  isDouble: z.boolean(),
  /** Difference of two marks up to which their mean counts, in thousandths. */
  thresholdMilli: z.number().int(),
  /** Attempts that were handed in; of them, those whose score counts, that one teacher of two has marked, and that are disputed. */
  responses: z.number().int(),
  finished: z.number().int(),
  waiting: z.number().int(),
  disputed: z.number().int(),
  /** Whether nobody has marked a response yet, so that double marking can be switched. */
  mayChange: z.boolean(),
});

export type QuestionMarking = z.output<typeof questionMarking>;

/** Which teachers mark the work of a student. */
export const markingShare = z.object({ userId: userIdText, markerIds: z.array(userIdText).max(2, '一名学生最多由两位老师批') });

export type MarkingShare = z.output<typeof markingShare>;

export const markingPlan = z.object({
  assignmentId: entityId,
  /** Whether the caller may change it: the teacher to whom the class belongs. */
  mayChange: z.boolean(),
  /** Who may mark: the teacher of the class and co-teachers with the right `edit`. */
  markers: z.array(z.object({ userId: userIdText, name: z.string() })),
  questions: z.array(questionMarking),
  /** The students with their markers. Without markers everyone who may mark takes the work of a student. */
  students: z.array(markingShare.extend({ name: z.string(), studentNo: z.string() })),
});

export type MarkingPlan = z.output<typeof markingPlan>;
