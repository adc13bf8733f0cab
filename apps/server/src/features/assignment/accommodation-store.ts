/** The SQL on accommodations. */
import type { Accommodation } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { ACCOMMODATION } from './store.ts';

export interface StoredAccommodation {
  readonly accommodation: Accommodation;
  readonly note: string;
}

/** Returns the accommodations of a class by user id. */
export const listAccommodations = async (db: Queryable, classId: string): Promise<ReadonlyMap<string, StoredAccommodation>> => {
  const { rows } = await db.execute<Row<StoredAccommodation & { userId: string }>>(sql`
    select x.user_id as "userId", ${ACCOMMODATION} as accommodation, x.note from assignment_accommodation x where x.class_id = ${classId}`);
  return new Map(rows.map(({ userId, ...stored }) => [userId, stored]));
};

/** Sets the accommodation of a member; null removes it. */
export const putAccommodation = async (
  tx: Transaction,
  classId: string,
  userId: string,
  { accommodation, note, setAt }: { accommodation: Accommodation | null; note: string; setAt: number },
): Promise<void> => {
  await tx.execute(
    accommodation === null
      ? sql`delete from assignment_accommodation where class_id = ${classId} and user_id = ${userId}`
      : sql`insert into assignment_accommodation (class_id, user_id, time_factor_basis_points, extra_attempts, valid_until, note, set_at)
          values (${classId}, ${userId}, ${accommodation.timeFactorBasisPoints}, ${accommodation.extraAttempts}, ${accommodation.validUntil},
            ${note}, ${setAt})
          on conflict (class_id, user_id) do update set time_factor_basis_points = excluded.time_factor_basis_points,
            extra_attempts = excluded.extra_attempts, valid_until = excluded.valid_until, note = excluded.note, set_at = excluded.set_at`,
  );
};
