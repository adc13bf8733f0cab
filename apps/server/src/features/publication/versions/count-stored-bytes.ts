import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';

/** Returns the size of the stored files of all versions. Versions share objects and parts of objects, which count once. */
export const countBookBytes = async (db: Queryable): Promise<number> => {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(coalesce(part_bytes, bytes)), 0) as bytes
    from (select distinct on (sha256, part_start) part_bytes, bytes from publication_resource order by sha256, part_start) part`);
  return Number(rows[0]?.bytes ?? 0);
};
