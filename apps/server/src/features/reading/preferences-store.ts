/** The only SQL on `reader_preferences`: a user's reading preferences. */
import type { Hlc, ReadingPreferences } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface StoredPreferences {
  readonly preferences: ReadingPreferences;
  /** Timestamps of the preferences that the user has set, by name; the other preferences have defaults. */
  readonly clocks: Readonly<Record<string, Hlc>>;
}

export const findStoredPreferences = async (db: Queryable, userId: string): Promise<StoredPreferences | undefined> => {
  const { rows } = await db.execute<{ preferences: ReadingPreferences; field_clocks: Record<string, Hlc> }>(
    sql`select preferences, field_clocks from reader_preferences where user_id = ${userId}`,
  );
  const [row] = rows;
  return row && { preferences: row.preferences, clocks: row.field_clocks };
};

export const savePreferences = async (tx: Transaction, userId: string, { preferences, clocks }: StoredPreferences): Promise<void> => {
  await tx.execute(sql`
    insert into reader_preferences (user_id, preferences, field_clocks)
    values (${userId}, ${JSON.stringify(preferences)}, ${JSON.stringify(clocks)})
    on conflict (user_id) do update set preferences = excluded.preferences, field_clocks = excluded.field_clocks`);
};

export const deletePreferencesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from reader_preferences where user_id = ${userId}`);
};
