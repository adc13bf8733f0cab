/** Reading assignments: how far students have read, and the points that follow from it. */
import { RNG_VERSION, startRefusal } from '@shufang/assessment';
import { type AssignmentTask, CodedError, newId, type ReadingProgress } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { findDocumentTimes, findUnrecorded } from '../reading-time/document-times.ts';
import { findChapters } from '../teaching/class-chapters.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { drawSeed } from './draw-seed.ts';
import { digestOfAnswers } from './receipt.ts';
import { type CallerAssignment, findAssignmentsFor } from './store.ts';
import { policyOfStudent } from './student-policy.ts';

type ReadingTask = Extract<AssignmentTask, { kind: 'reading' }>;

/**
 * Returns the task with the titles of the chapters in this book. Throws `request.invalid` for a chapter that the book does not have. Other
 * tasks are returned as they are.
 */
export const checkChapters = async (db: Queryable, bookId: string, task: AssignmentTask | null): Promise<AssignmentTask | null> => {
  if (task?.kind !== 'reading' && task?.kind !== 'annotation') return task;
  const titles = new Map((await findChapters(db, bookId)).map(({ href, title }) => [href, title]));
  const titled = <Chapter extends { readonly href: string }>(chapter: Chapter): Chapter & { readonly title: string } => {
    const title = titles.get(chapter.href);
    if (title === undefined) throw new CodedError('request.invalid', { reason: '有一章不在这本书里，请重新选择' });
    return { ...chapter, title };
  };
  return task.kind === 'reading' ? { ...task, chapters: task.chapters.map(titled) } : { ...task, chapters: task.chapters.map(titled) };
};

/** Returns how far the chapters of a task are read. `times`: seconds by document; absent without any. */
export const progressOf = ({ chapters }: ReadingTask, times: ReadonlyMap<string, number> | undefined): ReadingProgress[] =>
  chapters.map((chapter) => {
    const readSeconds = times?.get(chapter.href) ?? 0;
    return { ...chapter, readSeconds, isDone: readSeconds >= chapter.seconds };
  });

/** Returns the reading times of users in the book of a class; users whose reading time is not recorded have none. */
export const findTimesInClass = async (
  db: Queryable,
  classId: string,
  userIds: readonly string[],
): Promise<{ readonly bookId: string; readonly times: Map<string, Map<string, number>>; readonly unrecorded: Set<string> }> => {
  const { rows } = await db.execute<{ bookId: string }>(sql`select book_id as "bookId" from class_group where id = ${classId}`);
  const bookId = rows[0]?.bookId ?? '';
  // One after the other, because a transaction has one connection.
  const times = await findDocumentTimes(db, userIds, bookId);
  return { bookId, times, unrecorded: await findUnrecorded(db, userIds) };
};

/** Returns the published reading assignments of the user's active classes with this book, with what applies to the user. */
export const listReadingAssignments = async (db: Queryable, userId: string, bookId: string): Promise<CallerAssignment[]> => {
  const { rows } = await db.execute<Row<{ id: string }>>(sql`
    select a.id from class_member m join class_group c on c.id = m.class_id join assignment a on a.class_id = c.id
    where m.user_id = ${userId} and m.status = 'active' and c.book_id = ${bookId} and c.status = 'active' and a.kind = 'reading'
      and a.status = 'published' order by a.id`);
  if (rows.length === 0) return [];
  return findAssignmentsFor(
    db,
    userId,
    rows.map(({ id }) => id),
  );
};

/** Returns whether reading counts for the student now: the assignment is open, and its close time is not over. */
export const isReadingOpen = (one: CallerAssignment, now: number): boolean =>
  startRefusal({ ...policyOfStudent(one, null, now), attempts: null }, now, 0) === undefined;

/**
 * Stores the points of chapters that are done: the attempt with number `n` has the points of `n` chapters and the time at which the last of
 * them was done. The best attempt counts, so that a chapter that is read late never lowers the points of those read in time.
 */
const storeDone = async (tx: Transaction, one: CallerAssignment, userId: string, done: number, now: number): Promise<boolean> => {
  if (one.task?.kind !== 'reading' || done === 0) return false;
  const all = one.task.chapters.length;
  const rows = Array.from({ length: done }, (_, index) => ({
    id: newId(now),
    no: index + 1,
    seed: drawSeed(),
    earned_milli: Math.round((one.possibleMilli * (index + 1)) / all),
  }));
  const { rowCount } = await tx.execute(sql`
    insert into attempt (id, assignment_id, user_id, no, seed, rng_version, state, started_at, finished_at, closed_by, earned_milli, events,
      answered, digest)
    select r.id, ${one.id}, ${userId}, r.no, r.seed, ${RNG_VERSION}, 'handedIn', ${now}, ${now}, 'student', r.earned_milli, 0, 0,
      ${digestOfAnswers([])}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, no int, seed text, earned_milli int)
    on conflict (assignment_id, user_id, no) do nothing`);
  return (rowCount ?? 0) > 0;
};

type Scoring = Pick<AssignmentDependencies, 'scoresChanged'>;

/** Stores the points of a student in an open reading assignment by what is read now. */
export const scoreReading = async (
  { scoresChanged }: Scoring,
  tx: Transaction,
  { one, userId, times }: { one: CallerAssignment; userId: string; times: ReadonlyMap<string, number> | undefined },
  now: number,
): Promise<void> => {
  if (one.task?.kind !== 'reading' || !isReadingOpen(one, now)) return;
  const done = progressOf(one.task, times).filter(({ isDone }) => isDone).length;
  if (await storeDone(tx, one, userId, done, now)) await scoresChanged(tx, one.id, [userId]);
};

/** Stores the points of a user who has read in these books. */
export const scoreReader = async (
  deps: Scoring,
  tx: Transaction,
  userId: string,
  bookIds: readonly string[],
  now: number,
): Promise<void> => {
  for (const bookId of new Set(bookIds)) {
    const found = await listReadingAssignments(tx, userId, bookId);
    if (found.length === 0) continue;
    const times = (await findDocumentTimes(tx, [userId], bookId)).get(userId);
    for (const one of found) await scoreReading(deps, tx, { one, userId, times }, now);
  }
};
