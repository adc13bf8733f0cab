/** Assignments of a class: what students are to do, when, and what they see of the result. */
import { z } from 'zod';
import { assignmentPolicy } from '../assessment/policy.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { questionKey, questionView } from '../question/question-model.ts';
import { annotationProgress, discussionProgress } from './handed-work.ts';
import { assignmentTask, readingProgress } from './task.ts';

/**
 * `exam`: one attempt per student, provisioned when the assignment is published, so that many can start at the same second. `external`: done
 * elsewhere, such as on paper or in a laboratory; teachers only enter the points. `upload`: students hand in files, such as photos of
 * handwriting. `reading`: students read chapters; the recorded reading time decides. `annotation`: students annotate chapters and hand in copies
 * of their annotations. `discussion`: students write in a topic of the class; what they have written is their work.
 */
export const assignmentKind = z.enum(['quiz', 'exam', 'external', 'upload', 'reading', 'annotation', 'discussion']);

export type AssignmentKind = z.output<typeof assignmentKind>;

/** `published`: the questions are frozen and students may answer; `closed`: nobody can start any more. */
export const assignmentStatus = z.enum(['draft', 'published', 'closed']);

export type AssignmentStatus = z.output<typeof assignmentStatus>;

/** When a student sees something: when the own attempt is handed in, after the own due time, when the assignment is closed, or never. */
export const releaseMoment = z.enum(['handedIn', 'due', 'closed', 'never']);

export type ReleaseMoment = z.output<typeof releaseMoment>;

/** `score`: the points; `answers`: which responses are right, and the right ones; `explanation`: of each question. */
export const releaseRules = z.object({ score: releaseMoment, answers: releaseMoment, explanation: releaseMoment });

export type ReleaseRules = z.output<typeof releaseRules>;

/** Id of a question within its assignment. */
export const assignmentQuestionId = z.string().regex(/^q[1-9]\d{0,3}$/);

/** A question for its teacher. */
export const assignmentQuestion = z.object({ id: assignmentQuestionId, view: questionView, key: questionKey });

export type AssignmentQuestion = z.output<typeof assignmentQuestion>;

/** A question as a student gets it while answering. It has no key: a test of the types checks this. */
export const paperQuestion = z.object({ id: assignmentQuestionId, view: questionView });

export type PaperQuestion = z.output<typeof paperQuestion>;

const isInOrder = (earlier: number | null, later: number | null): boolean => earlier === null || later === null || earlier < later;

/** The policy as a teacher sets it: opening, due and close time follow one another. */
const orderedPolicy = assignmentPolicy
  .refine(({ openAt, dueAt }) => isInOrder(openAt, dueAt), '截止时间须晚于开始时间')
  .refine(({ openAt, closeAt }) => isInOrder(openAt, closeAt), '关闭时间须晚于开始时间')
  .refine(({ dueAt, closeAt }) => dueAt === null || closeAt === null || dueAt <= closeAt, '关闭时间不能早于截止时间');

/** What a teacher enters for an assignment. */
export const assignmentForm = z.object({
  title: z.string().trim().min(1, '请填写标题').max(LIMITS.assignmentTitleChars, `标题最多 ${LIMITS.assignmentTitleChars} 个字`),
  instructions: z
    .string()
    .trim()
    .max(LIMITS.assignmentInstructionsChars, `说明最多 ${LIMITS.assignmentInstructionsChars} 个字`)
    .default(''),
  policy: orderedPolicy,
  release: releaseRules,
  /** Whether each student gets the questions, and the options that may be shuffled, in an order of their own. */
  isShuffled: z.boolean(),
  /** What students do in an assignment without a paper; the kind of the task is that of the assignment. */
  task: assignmentTask.optional(),
  /** Maximum number of points of an assignment without a paper, in thousandths; a paper decides it itself. */
  totalMilli: z.number().int().min(1, '满分须大于 0').max(1_000_000, '满分最多 1000 分').optional(),
});

export type AssignmentForm = z.output<typeof assignmentForm>;

/** Why a student cannot start an attempt. */
export const startRefusalReason = z.enum(['notOpen', 'closed', 'noAttemptLeft']);

/** Points of an attempt in thousandths. `unscored`: number of responses that a person must score; they count nothing yet. */
export const attemptScore = z.object({
  earnedMilli: z.number().int(),
  possibleMilli: z.number().int(),
  unscored: z.number().int(),
  /** What is deducted because it was late, and how that came about. */
  lateByMs: z.number().int(),
  lateSteps: z.number().int(),
  deductedMilli: z.number().int(),
});

export type AttemptScore = z.output<typeof attemptScore>;

/** An attempt of a student. `handedIn`: by the student, by the end of its time (`timer`), or by the teacher, who closed the assignment. */
export const attemptSummary = z.object({
  id: entityId,
  /** From 1. */
  no: z.number().int(),
  state: z.enum(['running', 'handedIn']),
  startedAt: z.number().int(),
  /** When it ends by itself; absent without a limit. */
  deadlineAt: z.number().int().optional(),
  finishedAt: z.number().int().optional(),
  closedBy: z.enum(['student', 'timer', 'teacher']).optional(),
  /** Absent while the points are not released to the student. */
  score: attemptScore.optional(),
});

export type AttemptSummary = z.output<typeof attemptSummary>;

/** What applies to one student: the policy with override and accommodation, and the attempts. */
export const ownAssignment = z.object({
  policy: assignmentPolicy,
  /** Why no attempt can be started or continued now; absent if one can. */
  refusal: startRefusalReason.optional(),
  attempts: z.array(attemptSummary),
  /** For a reading assignment: how far each chapter is read, and whether the student's reading time is recorded at all. */
  reading: z.object({ bookId: entityId, chapters: z.array(readingProgress), isRecorded: z.boolean() }).optional(),
  /** For an annotation assignment: the annotations that could be handed in now. */
  annotations: annotationProgress.optional(),
  /** For a discussion assignment. */
  discussion: discussionProgress.optional(),
  /** The points that count, after deductions for late work; absent without a released score. */
  countedMilli: z.number().int().optional(),
});

export type OwnAssignment = z.output<typeof ownAssignment>;

/** An assignment as its teacher or a student of the class sees it. */
export const assignment = z.object({
  id: entityId,
  classId: entityId,
  className: z.string(),
  kind: assignmentKind,
  title: z.string(),
  instructions: z.string(),
  status: assignmentStatus,
  policy: assignmentPolicy,
  release: releaseRules,
  isShuffled: z.boolean(),
  /** What students do; absent for a paper and for an external assignment. */
  task: assignmentTask.optional(),
  /** Number of questions, and the points of all of them in thousandths. */
  questions: z.number().int(),
  possibleMilli: z.number().int(),
  /** Number of the last change. A change by the teacher names the number that it is based on. */
  rev: z.number().int(),
  publishedAt: z.number().int().optional(),
  /** What the caller is in the class. */
  role: z.enum(['teacher', 'student']),
  /** Whether the caller may change it: the teacher, and co-teachers with the right `edit`. */
  mayEdit: z.boolean(),
  /** For the teacher: members of the class, those who have started, attempts handed in, and responses that a person must score. */
  counts: z
    .object({ students: z.number().int(), started: z.number().int(), handedIn: z.number().int(), unscored: z.number().int() })
    .optional(),
  /** For a student. */
  own: ownAssignment.optional(),
});

export type Assignment = z.output<typeof assignment>;
