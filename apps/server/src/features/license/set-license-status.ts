/**
 * Activates, suspends or resumes a license. A draft can be activated once; no license becomes a draft again. Throws
 * `license.notFound`, `license.overlap`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import type { ManageLicensesDependencies } from './license-dependencies.ts';
import { findLicense, lockLicenses, updateLicenseStatus } from './license-store.ts';
import { requireOwnNetworks } from './own-networks.ts';

export const setLicenseStatus: UseCase<'setLicenseStatus', ManageLicensesDependencies> = async (
  { db, clock },
  caller,
  { licenseId, status, reason },
) => {
  const changed = await db.transaction(async (tx) => {
    await lockLicenses(tx);
    const license = await findLicense(tx, licenseId);
    if (license === undefined) throw new CodedError('license.notFound');
    if (status === 'active' && license.status !== 'active') await requireOwnNetworks(tx, license);
    await updateLicenseStatus(tx, licenseId, status);
    const action = status === 'suspended' ? 'license.suspend' : license.status === 'draft' ? 'license.activate' : 'license.resume';
    const target = { kind: 'license', id: licenseId, name: license.institution } as const;
    await recordAuditEvent(
      tx,
      operatorOf(caller),
      { action, target, before: { status: license.status }, after: { status }, reason },
      clock.now(),
    );
    return { ...license, status };
  });
  return { payload: { license: changed }, say: status === 'active' ? '已生效' : '已停用' };
};
