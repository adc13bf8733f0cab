import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

/**
 * Returns the size of the stored files of all versions and of the files they were imported from. Versions share objects, parts of objects
 * and imported files, which count once.
 */
export const countBookBytes = async (db: Queryable): Promise<number> => {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(bytes), 0) as bytes from (
      (select distinct on (sha256, part_start) coalesce(part_bytes, bytes) as bytes from publication_resource order by sha256, part_start)
      union all (select distinct on (sha256) file_bytes from import_job
        where sha256 in (select source_sha256 from book_version) order by sha256)) stored`);
  return Number(rows[0]?.bytes ?? 0);
};
