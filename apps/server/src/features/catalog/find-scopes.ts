/** Finds publishers and books by a part of the name, to choose the scope of a role. Publishers are identified by name. */

import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

interface Named extends Record<string, unknown> {
  id: string;
  name: string;
}

const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

export const findPublishers = async (db: Queryable, q: string, limit: number): Promise<Named[]> => {
  const { rows } = await db.execute<Named>(sql`
    select distinct publisher as id, publisher as name from book
    where publisher is not null and length(publisher) <= 80 and publisher ilike ${like(q)} order by 1 limit ${limit}`);
  return rows;
};

export const listPublishersAmong = async (db: Queryable, names: readonly string[]): Promise<Named[]> => {
  const { rows } = await db.execute<Named>(
    sql`select distinct publisher as id, publisher as name from book where publisher = any(${sql.param([...names])}::text[])`,
  );
  return rows;
};

export const findBookTitles = async (db: Queryable, q: string, limit: number): Promise<Named[]> => {
  const { rows } = await db.execute<Named>(sql`
    select id, '《' || title || '》' as name from book
    where current_version_id is not null and title ilike ${like(q)} order by updated_at desc, id limit ${limit}`);
  return rows;
};
