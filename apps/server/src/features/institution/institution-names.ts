/** Returns the names of institutions by id, for other slices. */
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { requireInstitution } from './settings-store.ts';

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

/** Returns the name of an institution. Throws `institution.notFound`. */
export const requireInstitutionName = async (db: Queryable, id: string): Promise<string> => (await requireInstitution(db, id)).name;
