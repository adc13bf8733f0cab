/** Returns whether any row of any table refers to an object. The columns are found in the schema, so that no new table can be forgotten. */

import type { Queryable } from '../database.ts';
import { sql } from '../sql.ts';

export const isObjectReferenced = async (db: Queryable, sha256: string): Promise<boolean> => {
  const columns = await db.execute<{ table_name: string; column_name: string }>(sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migration' and (column_name = 'sha256' or column_name like '%\\_sha256') order by 1, 2`);
  for (const { table_name: table, column_name: column } of columns.rows) {
    const { rows } = await db.execute(
      sql`select 1 from ${sql.identifier('public')}.${sql.identifier(table)} where ${sql.identifier(column)} = ${sha256} limit 1`,
    );
    if (rows.length > 0) return true;
  }
  return false;
};
