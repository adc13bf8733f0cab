/** Attempts: what a student answers, how the server acknowledges it, and the receipt of the hand-in. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { contentNode } from '../practice/question-content.ts';
import { entityId } from '../publication/id.ts';
import { questionKey, questionResponse, questionView } from '../question/question-model.ts';
import { assignmentQuestionId, attemptSummary } from './assignment.ts';
import { handedFile } from './handed-file.ts';
import { handedWork } from './handed-work.ts';
import { rubric, rubricLevels } from './marking/rubric.ts';
import { shownSection } from './paper.ts';

/** Number of an answer to a question on its device, from 1: a later answer has a higher number. */
const answerSeq = z.number().int().min(1).max(1_000_000);

const answerResponse = questionResponse.refine(
  (response) => Object.values(response).flat().join('').length <= LIMITS.answerChars,
  `一题的作答最多 ${LIMITS.answerChars} 个字`,
);

/** An answer that a device sends. It is stored once, however often it is sent. */
export const sentAnswer = z.object({
  questionId: assignmentQuestionId,
  seq: answerSeq,
  response: answerResponse,
  /** Time of the input by the clock of the device, UTC ms. It decides nothing. */
  clientAt: z.number().int().min(0).max(8_640_000_000_000_000),
});

export type SentAnswer = z.output<typeof sentAnswer>;

/** The device on which answers were made. Numbers of answers are per question and device. */
export const answerDevice = z.string().regex(/^[0-9a-z]{6,32}$/);

/** The answer to a question that counts: the one with the highest number. */
export const storedAnswer = z.object({
  questionId: assignmentQuestionId,
  seq: z.number().int(),
  response: questionResponse,
  /** When the server stored it, UTC ms. */
  savedAt: z.number().int(),
});

export type StoredAnswer = z.output<typeof storedAnswer>;

/**
 * Acknowledgment of an answer; the server has stored it in every case but `unknownQuestion`. `saved`: it counts; `superseded`: an answer of
 * another device has the same or a higher number, and counts; `afterEnd`: it arrived after the end of the attempt, and does not count unless
 * the teacher decides otherwise.
 */
export const answerReceipt = z.object({
  questionId: z.string(),
  seq: z.number().int(),
  status: z.enum(['saved', 'superseded', 'afterEnd', 'unknownQuestion']),
  savedAt: z.number().int(),
  /** The answer that counts instead, for `superseded`. */
  current: storedAnswer.optional(),
});

export type AnswerReceipt = z.output<typeof answerReceipt>;

/** Time of the server, by which alone an attempt ends. The client counts from it with a clock that never jumps. */
export const attemptClock = z.object({
  /** UTC ms. */
  now: z.number().int(),
  /** When the attempt ends by itself; null without a limit. */
  deadlineAt: z.number().int().nullable(),
  state: z.enum(['running', 'handedIn']),
});

export type AttemptClock = z.output<typeof attemptClock>;

/** A started attempt. `seed` and `rngVersion` give the order of the questions and options (package assessment). */
export const runningAttempt = z.object({
  id: entityId,
  assignmentId: entityId,
  no: z.number().int(),
  seed: z.string(),
  rngVersion: z.number().int(),
  isShuffled: z.boolean(),
  startedAt: z.number().int(),
  clock: attemptClock,
  answers: z.array(storedAnswer),
  /** The files that the answers name; absent without any. */
  files: z.array(handedFile).optional(),
});

export type RunningAttempt = z.output<typeof runningAttempt>;

/** Proof of a hand-in: `code` carries the server's signature over the attempt, the time and the hash of every stored answer. */
export const attemptReceipt = z.object({
  code: z.string(),
  finishedAt: z.number().int(),
  closedBy: z.enum(['student', 'timer', 'teacher']),
  /** Number of questions with an answer, of all questions, and of stored answers. */
  answered: z.number().int(),
  questions: z.number().int(),
  events: z.number().int(),
  /** SHA-256 over the stored answers in their order, hexadecimal. */
  digest: z.string(),
});

export type AttemptReceipt = z.output<typeof attemptReceipt>;

/** Verdict on the response to a question. */
export const responseVerdict = z.enum(['correct', 'partial', 'wrong', 'unanswered', 'unscored']);

/** A question of a finished attempt, with what is released to the caller. */
export const attemptQuestion = z.object({
  id: assignmentQuestionId,
  view: questionView,
  response: questionResponse.optional(),
  /** The files that the response names, in their order; absent without any. */
  files: z.array(handedFile).optional(),
  /** What was handed in from elsewhere; the response is its hash then, which the receipt covers. */
  work: handedWork.optional(),
  savedAt: z.number().int().optional(),
  possibleMilli: z.number().int(),
  /** With the score. Absent while a person must score the response. */
  earnedMilli: z.number().int().optional(),
  comment: z.string().optional(),
  /** With the score, if the response was marked by a rubric: the chosen level of each criterion. */
  marked: z.object({ rubric, levels: rubricLevels }).optional(),
  /** With the answers. */
  verdict: responseVerdict.optional(),
  responses: questionKey.shape.responses.optional(),
  /** With the explanations. */
  explanation: z.array(contentNode).optional(),
});

export type AttemptQuestion = z.output<typeof attemptQuestion>;

/** A finished attempt, for its student or the teacher. */
export const attemptResult = z.object({
  attempt: attemptSummary,
  assignmentId: entityId,
  title: z.string(),
  /** Name of the student, for the teacher. */
  student: z.string().optional(),
  receipt: attemptReceipt,
  /** In the order of the paper. */
  questions: z.array(attemptQuestion),
  sections: z.array(shownSection),
  /** Number of answers that arrived after the end and do not count. */
  afterEnd: z.number().int(),
});

export type AttemptResult = z.output<typeof attemptResult>;
