/** SQL on the platform settings, which have at most one row. */

import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface SavedSettings {
  /** The saved settings, not validated: an older version of the server may have written them. */
  readonly settings: unknown;
  readonly savedAt: number;
}

export const findSavedSettings = async (db: Queryable): Promise<SavedSettings | undefined> => {
  const { rows } = await db.execute<{ settings: unknown; saved_at: number }>(sql`select settings, saved_at from platform_settings`);
  const [row] = rows;
  return row && { settings: row.settings, savedAt: row.saved_at };
};

/** Locks the settings until the transaction ends, so that each audit event compares the settings with those immediately before. */
export const lockSettings = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`lock table platform_settings in share row exclusive mode`);
};

export const putSettings = async (tx: Transaction, settings: object, nowMs: number): Promise<void> => {
  await tx.execute(sql`
    insert into platform_settings (settings, saved_at) values (${JSON.stringify(settings)}::jsonb, ${nowMs})
    on conflict (singleton) do update set settings = excluded.settings, saved_at = excluded.saved_at`);
};

export const deleteSettings = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`delete from platform_settings`);
};
