import type { Queryable } from '../../../platform/database.ts';
import { findScriptApproval } from './script-approval-store.ts';

/** Returns whether the scripts of a version may run now. */
export const areScriptsApproved = async (db: Queryable, versionId: string): Promise<boolean> =>
  (await findScriptApproval(db, versionId))?.state === 'approved';
