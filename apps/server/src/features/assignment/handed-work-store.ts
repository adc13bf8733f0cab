/** The SQL on work that students hand in from elsewhere in the product, and its hash. */
import { createHash } from 'node:crypto';
import type { HandedWork } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** Sorts the members of an object: the database does not store their order. */
const sorted = (_key: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Returns the hash of handed-in work: the response of its attempt, which the receipt signs. */
export const hashOfWork = (work: HandedWork): string => createHash('sha256').update(JSON.stringify(work, sorted)).digest('hex');

export const putHandedWork = async (tx: Transaction, attemptId: string, work: HandedWork, now: number): Promise<void> => {
  await tx.execute(sql`
    insert into handed_work (attempt_id, work, stored_at) values (${attemptId}, ${JSON.stringify(work)}::jsonb, ${now})
    on conflict (attempt_id) do update set work = excluded.work, stored_at = excluded.stored_at`);
};

/** Returns the work of these attempts by their ids. Attempts without any are left out. */
export const listHandedWork = async (db: Queryable, attemptIds: readonly string[]): Promise<Map<string, HandedWork>> => {
  if (attemptIds.length === 0) return new Map();
  const { rows } = await db.execute<Row<{ attemptId: string; work: HandedWork }>>(sql`
    select attempt_id as "attemptId", work from handed_work where attempt_id = any(${sql.param([...attemptIds])}::text[])`);
  return new Map(rows.map(({ attemptId, work }) => [attemptId, work]));
};

/** Hands in an attempt whose work follows its source, or hands it in again after the work has changed. Its score stays as it is. */
export const finishWork = async (
  tx: Transaction,
  attemptId: string,
  one: { readonly finishedAt: number; readonly events: number; readonly digest: string; readonly isFirst: boolean },
): Promise<void> => {
  await tx.execute(sql`
    update attempt set state = 'handedIn', closed_by = 'student', finished_at = ${one.finishedAt}, events = ${one.events}, answered = 1,
      digest = ${one.digest}, earned_milli = case when ${one.isFirst} then 0 else earned_milli end,
      unscored = case when ${one.isFirst} then 1 else unscored end
    where id = ${attemptId}`);
};

/** Returns the work of a user, for the data export. */
export const readHandedWorkOf = async (db: Queryable, userId: string): Promise<{ readonly work: unknown[] }> => {
  const { rows } = await db.execute(sql`
    select w.attempt_id as "attemptId", w.work, w.stored_at as "storedAt" from handed_work w join attempt t on t.id = w.attempt_id
    where t.user_id = ${userId} order by w.attempt_id`);
  return { work: rows };
};
