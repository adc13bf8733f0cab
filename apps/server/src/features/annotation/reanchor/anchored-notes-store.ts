/** Numbers of annotations anchored in each version. The only SQL on `anchored_notes`. */
import type { AnchoredNotes } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

/** Adds annotations that were anchored in this version. */
export const addAnchoredNotes = async (
  tx: Transaction,
  versionId: string,
  { exact, moved, fuzzy, orphan }: AnchoredNotes,
): Promise<void> => {
  await tx.execute(sql`
    insert into anchored_notes (version_id, exact, moved, fuzzy, orphan) values (${versionId}, ${exact}, ${moved}, ${fuzzy}, ${orphan})
    on conflict (version_id) do update set exact = anchored_notes.exact + excluded.exact, moved = anchored_notes.moved + excluded.moved,
      fuzzy = anchored_notes.fuzzy + excluded.fuzzy, orphan = anchored_notes.orphan + excluded.orphan`);
};

/** Returns the numbers by version; versions in which no annotation was anchored are left out. */
export const findAnchoredNotes = async (db: Queryable, versionIds: readonly string[]): Promise<Map<string, AnchoredNotes>> => {
  const { rows } = await db.execute<{ version_id: string } & AnchoredNotes>(
    sql`select version_id, exact, moved, fuzzy, orphan from anchored_notes where version_id = any(${sql.param([...versionIds])}::text[])`,
  );
  return new Map(rows.map(({ version_id: id, ...notes }) => [id, notes]));
};
