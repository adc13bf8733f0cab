/** The only SQL on the deadlines of adoption lists. */
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface StoredDeadline {
  readonly institutionId: string;
  readonly term: string;
  readonly closesAt: number;
}

/** Returns the deadlines of these institutions, of all for undefined, the latest first. */
export const listDeadlines = async (
  db: Queryable,
  institutionIds: readonly string[] | undefined,
  limit: number,
): Promise<StoredDeadline[]> => {
  const only = institutionIds === undefined ? sql`` : sql`where institution_id = any(${sql.param([...institutionIds])}::text[])`;
  const { rows } = await db.execute<Row<StoredDeadline>>(sql`
    select institution_id as "institutionId", term, closes_at as "closesAt" from adoption_deadline ${only}
    order by closes_at desc, institution_id, term limit ${limit}`);
  return rows;
};

export const putDeadline = async (tx: Transaction, { institutionId, term, closesAt }: StoredDeadline): Promise<void> => {
  await tx.execute(sql`
    insert into adoption_deadline (institution_id, term, closes_at) values (${institutionId}, ${term}, ${closesAt})
    on conflict (institution_id, term) do update set closes_at = excluded.closes_at`);
};

export const deleteDeadline = async (tx: Transaction, institutionId: string, term: string): Promise<void> => {
  await tx.execute(sql`delete from adoption_deadline where institution_id = ${institutionId} and term = ${term}`);
};
