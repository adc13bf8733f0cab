/** Running exams: what the invigilator sees and does, and what reaches the screens of the students. */
import { z } from 'zod';
import { LIMITS } from '../../limits.ts';
import { entityId } from '../../publication/id.ts';

/** Id of a student of the exam; absent for all who are writing. */
export const examStudentId = z.string().min(1).max(64);

export const examReason = z.string().trim().max(LIMITS.examReasonChars, `原因最多 ${LIMITS.examReasonChars} 个字`).default('');

/** `correct`: an announcement of a mistake in the paper, which every student must acknowledge. */
export const examIncidentKind = z.enum(['pause', 'resume', 'extend', 'correct']);

export type ExamIncidentKind = z.output<typeof examIncidentKind>;

/** What the invigilator did. Incidents are only added. */
export const examIncident = z.object({
  id: entityId,
  kind: examIncidentKind,
  /** Name of the student, absent for all. */
  student: z.string().optional(),
  /** Minutes that were added, for `extend`. */
  minutes: z.number().int().optional(),
  /** Text of a correction, or the reason. */
  body: z.string(),
  /** Name of the teacher. */
  by: z.string(),
  at: z.number().int(),
  /** For `correct`: students who have acknowledged it. */
  acknowledged: z.number().int().optional(),
});

export type ExamIncident = z.output<typeof examIncident>;

/** State of a student: `away`: is writing, but the page has not been heard of for `examAwayMs`. */
export const examStudentState = z.enum(['notStarted', 'writing', 'paused', 'away', 'handedIn']);

export type ExamStudentState = z.output<typeof examStudentState>;

export const examStudent = z.object({
  userId: z.string(),
  name: z.string(),
  studentNo: z.string(),
  state: examStudentState,
  /** Questions with an answer at the server. */
  answered: z.number().int(),
  startedAt: z.number().int().optional(),
  /** When the attempt ends by itself; absent without a limit and while it is paused. */
  deadlineAt: z.number().int().optional(),
  /** Time that is left while the attempt is paused. */
  leftMs: z.number().int().optional(),
  finishedAt: z.number().int().optional(),
  /** When the page was last heard of. */
  seenAt: z.number().int().optional(),
  /** Corrections that were not acknowledged yet. */
  unread: z.number().int(),
});

export type ExamStudent = z.output<typeof examStudent>;

/** The room as the invigilator sees it. */
export const examRoom = z.object({
  assignmentId: entityId,
  title: z.string(),
  questions: z.number().int(),
  /** Whether the exam takes place: it is published and not closed. */
  isOpen: z.boolean(),
  /** Whether the caller may act, and not only watch. */
  mayEdit: z.boolean(),
  /** Whether all are paused, also those who start now. */
  isPaused: z.boolean(),
  /** Time of the server, UTC ms. */
  now: z.number().int(),
  students: z.array(examStudent),
  /** The newest first. */
  incidents: z.array(examIncident),
});

export type ExamRoom = z.output<typeof examRoom>;

/** What the page of a running attempt shows beside the paper. */
export const examNews = z.object({
  isPaused: z.boolean(),
  /** Time that is left, while it is paused; absent without a limit. */
  leftMs: z.number().int().optional(),
  corrections: z.array(z.object({ id: entityId, body: z.string(), at: z.number().int(), isAcknowledged: z.boolean() })),
});

export type ExamNews = z.output<typeof examNews>;
