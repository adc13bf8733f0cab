/** The SQL on points that teachers enter without an attempt of the student: one finished attempt has them. */
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** Returns the points of an external assignment by user id. */
export const listExternalScores = async (db: Queryable, assignmentId: string): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.execute<Row<{ userId: string; milli: number | null }>>(
    sql`select user_id as "userId", earned_milli as milli from attempt where assignment_id = ${assignmentId} and no = 1`,
  );
  return new Map(rows.flatMap(({ userId, milli }) => (milli === null ? [] : [[userId, milli] as const])));
};

/** Stores the points of a student, or removes them. */
export const putExternalScore = async (
  tx: Transaction,
  { id, assignmentId, userId, earnedMilli, at, seed, rngVersion, digest }: ExternalScore,
): Promise<void> => {
  await tx.execute(
    earnedMilli === null
      ? sql`delete from attempt where assignment_id = ${assignmentId} and user_id = ${userId}`
      : sql`insert into attempt (id, assignment_id, user_id, no, seed, rng_version, state, started_at, finished_at, closed_by, earned_milli,
            events, answered, digest)
          values (${id}, ${assignmentId}, ${userId}, 1, ${seed}, ${rngVersion}, 'handedIn', ${at}, ${at}, 'teacher', ${earnedMilli}, 0, 0,
            ${digest})
          on conflict (assignment_id, user_id, no) do update set earned_milli = excluded.earned_milli, finished_at = excluded.finished_at`,
  );
};

interface ExternalScore {
  readonly id: string;
  readonly assignmentId: string;
  readonly userId: string;
  /** Null removes the points. */
  readonly earnedMilli: number | null;
  readonly at: number;
  readonly seed: string;
  readonly rngVersion: number;
  readonly digest: string;
}
