/** Attendance of a class: one session per lesson, and in it one record per student. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/** What a student was. `leave`, `sick`: excused; `madeUp`: present, entered later by a teacher; `absent`: without an excuse. */
export const attendanceState = z.enum(['present', 'late', 'madeUp', 'leave', 'sick', 'absent']);

export type AttendanceState = z.output<typeof attendanceState>;

/** How students are recorded. `code`: they enter the code on the projector; `manual`: the teacher calls the names. */
export const attendanceMethod = z.enum(['code', 'manual']);

export const attendanceSession = z.object({
  id: entityId,
  classId: entityId,
  title: z.string(),
  method: attendanceMethod,
  /** Minutes after the opening from which a student who enters the code is late; absent: never. */
  lateAfterMinutes: z.number().int().optional(),
  /** UTC ms. */
  openedAt: z.number().int(),
  closedAt: z.number().int().optional(),
  /** Number of students in each state, those without a record not counted. For those who take the attendance. */
  counts: z.partialRecord(attendanceState, z.number().int()).optional(),
  /** The caller's own state, if there is one. */
  own: attendanceState.optional(),
});

export type AttendanceSession = z.output<typeof attendanceSession>;

/** The record of one student in a session. */
export const attendanceRecord = z.object({
  userId: entityId,
  name: z.string(),
  studentNo: z.string(),
  /** Absent while nothing is recorded. */
  state: attendanceState.optional(),
  at: z.number().int().optional(),
  /** Whether the student entered the code; otherwise a teacher set the state. */
  isByCode: z.boolean(),
  note: z.string(),
  /** Whether another student entered the code on the same device: a hint, not a proof. */
  sharesDevice: z.boolean(),
});

export type AttendanceRecord = z.output<typeof attendanceRecord>;

/** A code as the student typed it: spaces and the case of letters do not matter. */
export const attendanceCode = z
  .string()
  .max(40, '签到码是 6 位字母和数字')
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine((code) => /^[0-9A-Z]{6}$/.test(code), '签到码是 6 位字母和数字，请看大屏幕');

export const attendanceNote = z.string().trim().max(LIMITS.attendanceNoteChars, `备注最多 ${LIMITS.attendanceNoteChars} 个字`).default('');
