/** The room of a running exam, and the actions of the invigilator. */
import { CodedError, type ExamIncidentKind, type ExamRoom, type ExamStudentState, LIMITS, newId } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { mayEdit, requireClass } from '../../teaching/class-access.ts';
import { listClassStudents } from '../../teaching/class-students.ts';
import { findTeacherName } from '../../teaching/teacher-name.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { lockTaughtAssignment, requireTaughtAssignment } from '../assignment-view.ts';
import type { CallerAssignment } from '../store.ts';
import { insertIncident, isSessionPaused, listIncidents, listRoom, type RoomRow } from './exam-store.ts';

const stateOf = (row: RoomRow | undefined, now: number): ExamStudentState => {
  if (row === undefined) return 'notStarted';
  if (row.state === 'handedIn') return 'handedIn';
  if (row.pausedAt !== null) return 'paused';
  return now - (row.seenAt ?? row.startedAt) > LIMITS.examAwayMs ? 'away' : 'writing';
};

/** Returns the room for a teacher of the class. Throws `assignment.notFound`. */
export const readRoom = async (db: Queryable, teacherId: string, assignmentId: string, now: number): Promise<ExamRoom> => {
  const one = await requireTaughtAssignment(db, teacherId, assignmentId);
  const students = await listClassStudents(db, one.classId);
  const rows = new Map((await listRoom(db, assignmentId)).map((row) => [row.userId, row]));
  const incidents = await listIncidents(db, assignmentId);
  const corrections = incidents.filter(({ kind }) => kind === 'correct').length;
  const names = new Map(students.map(({ userId, name }) => [userId, name]));
  return {
    assignmentId,
    title: one.title,
    questions: one.questions,
    isOpen: one.status === 'published',
    mayEdit: one.access !== null && mayEdit(one.access),
    isPaused: await isSessionPaused(db, assignmentId),
    now,
    students: students.map(({ userId, name, studentNo }) => {
      const row = rows.get(userId);
      return {
        userId,
        name,
        studentNo,
        state: stateOf(row, now),
        answered: row?.answered ?? 0,
        unread: row?.state === 'running' ? Math.max(0, corrections - row.acknowledged) : 0,
        ...(row === undefined ? {} : { startedAt: row.startedAt }),
        ...(row?.state !== 'running' || row.deadlineAt === null ? {} : { deadlineAt: row.deadlineAt }),
        ...(row === undefined || row.leftMs === null ? {} : { leftMs: row.leftMs }),
        ...(row === undefined || row.finishedAt === null ? {} : { finishedAt: row.finishedAt }),
        ...(row === undefined || row.seenAt === null ? {} : { seenAt: row.seenAt }),
      };
    }),
    incidents: incidents.map(({ id, kind, userId, minutes, body, byName, at, acknowledged }) => ({
      id,
      kind,
      body,
      by: byName,
      at,
      ...(userId === null ? {} : { student: names.get(userId) ?? '' }),
      ...(minutes === null ? {} : { minutes }),
      ...(kind === 'correct' ? { acknowledged } : {}),
    })),
  };
};

interface Action {
  readonly kind: ExamIncidentKind;
  readonly userId: string | undefined;
  readonly minutes?: number;
  readonly body: string;
}

/**
 * Applies an action of a teacher who may change the assignment, stores it as an incident, and notifies the pages of the students. `apply`
 * returns the users whose screens change. Throws `assignment.notFound`, `exam.notRunning` unless the exam is open.
 */
export const applyInRoom = async (
  { db, clock, notifyAttempts }: Pick<AssignmentDependencies, 'db' | 'clock' | 'notifyAttempts'>,
  teacherId: string,
  assignmentId: string,
  { kind, userId, minutes, body }: Action,
  apply: (tx: Transaction, one: CallerAssignment, now: number) => Promise<readonly string[]>,
): Promise<ExamRoom> => {
  const users = await db.transaction(async (tx) => {
    const one = await lockTaughtAssignment(tx, teacherId, assignmentId);
    if (one.status !== 'published') throw new CodedError('exam.notRunning');
    // Read after the lock, so that pauses and resumes follow one another.
    const at = clock.now();
    const touched = await apply(tx, one, at);
    const byName = await findTeacherName(tx, await requireClass(tx, teacherId, one.classId), teacherId);
    await insertIncident(tx, assignmentId, { id: newId(at), kind, userId: userId ?? null, minutes: minutes ?? null, body, byName, at });
    return touched;
  });
  await notifyAttempts(users);
  return readRoom(db.orm, teacherId, assignmentId, clock.now());
};
