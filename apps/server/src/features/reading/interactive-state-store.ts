/** The only SQL on `interactive_state`: consent of a user to the scripts of a version, and what these stored. */
import type { Hlc, InteractiveStateRecord } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface StoredInteractiveState extends InteractiveStateRecord {
  readonly versionId: string;
  readonly hlc: Hlc;
}

/** Saves the state unless a later one is stored; returns whether it was saved. */
export const saveLaterInteractiveState = async (
  tx: Transaction,
  userId: string,
  { versionId, bookId, hasConsented, values, hlc }: StoredInteractiveState,
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into interactive_state (user_id, version_id, book_id, has_consented, stored_values, hlc)
    values (${userId}, ${versionId}, ${bookId}, ${hasConsented}, ${JSON.stringify(values)}::jsonb, ${hlc})
    on conflict (user_id, version_id) do update
    set has_consented = excluded.has_consented, stored_values = excluded.stored_values, hlc = excluded.hlc
    where interactive_state.hlc < excluded.hlc`);
  return rowCount === 1;
};

/** Returns the states of a user, ordered by version; if `ids` is given, only these. */
export const listInteractiveStates = async (db: Queryable, userId: string, ids?: readonly string[]): Promise<StoredInteractiveState[]> => {
  const only = ids === undefined ? sql`` : sql`and version_id = any(${sql.param([...ids])}::text[])`;
  const { rows } = await db.execute<StoredInteractiveState & Record<string, unknown>>(sql`
    select version_id as "versionId", book_id as "bookId", has_consented as "hasConsented", stored_values as values, hlc
    from interactive_state where user_id = ${userId} ${only} order by version_id`);
  return rows;
};

export const deleteInteractiveStatesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from interactive_state where user_id = ${userId}`);
};
