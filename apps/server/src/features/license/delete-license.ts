/** Deletes a license of the demo data. */

import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export const deleteLicense = async (db: Queryable, licenseId: string): Promise<void> => {
  await db.execute(sql`delete from institution_license where id = ${licenseId}`);
};
