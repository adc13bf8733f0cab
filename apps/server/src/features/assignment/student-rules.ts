/** The rules of all students of an assignment. */
import type { PolicyOverride } from '@shufang/contract';
import type { Queryable, Row } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { listAccommodations } from './accommodation-store.ts';
import type { StoredAssignment } from './store.ts';
import type { StudentRules } from './student-policy.ts';

export interface StoredOverride {
  readonly userId: string;
  readonly override: PolicyOverride;
  readonly reason: string;
}

const listOverrides = async (db: Queryable, assignmentId: string): Promise<StoredOverride[]> => {
  const { rows } = await db.execute<Row<StoredOverride>>(sql`
    select user_id as "userId", override, reason from assignment_override where assignment_id = ${assignmentId} order by user_id`);
  return rows;
};

/** Returns the overrides of an assignment, and a function that returns the rules of one student. */
export const readStudentRules = async (
  db: Queryable,
  { id, classId, policy }: Pick<StoredAssignment, 'id' | 'classId' | 'policy'>,
): Promise<{ readonly overrides: readonly StoredOverride[]; readonly rulesOf: (userId: string) => StudentRules }> => {
  // One after the other, because a transaction has one connection.
  const overrides = await listOverrides(db, id);
  const accommodations = await listAccommodations(db, classId);
  return {
    overrides,
    rulesOf: (userId) => ({
      policy,
      override: overrides.find((each) => each.userId === userId)?.override ?? null,
      accommodation: accommodations.get(userId)?.accommodation ?? null,
    }),
  };
};
