/** Returns the names of institutions by id, for other slices. */
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** Returns the names by id; unknown ids are left out. */
export const listInstitutionNames = async (db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id, name from institution where id = any(${sql.param([...ids])}::text[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};

export const findInstitutionByName = async (db: Queryable, name: string): Promise<{ id: string } | undefined> =>
  (await db.execute<{ id: string }>(sql`select id from institution where name = ${name}`)).rows[0];
