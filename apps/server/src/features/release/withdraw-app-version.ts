/** Withdraws a released build, so that clients are no longer offered it. Returns all versions. */
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import { VERSION_RECORDS_SHOWN } from './list-version-records.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { listVersionRows } from './store.ts';
import { withdrawVersion } from './withdraw-version.ts';

export const withdrawAppVersion: UseCase<'withdrawAppVersion', ReleaseDependencies> = async (
  dependencies,
  caller,
  { versionCode, reason, ...build },
) => {
  await withdrawVersion(dependencies, { build, versionCode, reason }, operatorOf(caller));
  return { payload: { items: await listVersionRows(dependencies.db.orm, VERSION_RECORDS_SHOWN) }, say: `已撤回 ${versionCode}` };
};
