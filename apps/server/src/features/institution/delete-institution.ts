/** Deletes the demo institution. No operation deletes other institutions. */

import { type Queryable, sqlStateOf } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** SQLSTATE of a violated foreign key; https://www.postgresql.org/docs/15/errcodes-appendix.html */
const FOREIGN_KEY_VIOLATION = '23503';

/** Deletes an institution. Returns false when it has a license; it is then not deleted. */
export const deleteInstitution = async (db: Queryable, institutionId: string): Promise<boolean> => {
  try {
    await db.execute(sql`delete from institution where id = ${institutionId}`);
    return true;
  } catch (error) {
    if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
};
