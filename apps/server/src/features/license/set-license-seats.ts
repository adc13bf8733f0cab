/** Changes the number of seats and concurrent readers of a license; an absent number means no limit. Throws `license.notFound`. */
import { CodedError, type InstitutionLicense } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { changeBetween, operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import type { ManageLicensesDependencies } from './license-dependencies.ts';
import { findLicense, lockLicenses, updateLicenseCapacity } from './license-store.ts';

export const setLicenseSeats: UseCase<'setLicenseSeats', ManageLicensesDependencies> = async (
  { db, clock },
  caller,
  { licenseId, seats, concurrent, reason },
) => {
  const changed = await db.transaction(async (tx): Promise<InstitutionLicense> => {
    await lockLicenses(tx);
    const license = await findLicense(tx, licenseId);
    if (license === undefined) throw new CodedError('license.notFound');
    await updateLicenseCapacity(tx, licenseId, { seats, concurrent });
    const target = { kind: 'license', id: licenseId, name: license.institution } as const;
    const facts = changeBetween({ seats: license.seats, concurrent: license.concurrent }, { seats, concurrent });
    await recordAuditEvent(tx, operatorOf(caller), { action: 'license.places', target, ...facts, reason }, clock.now());
    const { seats: _seats, concurrent: _concurrent, ...rest } = license;
    return { ...rest, ...(seats !== undefined && { seats }), ...(concurrent !== undefined && { concurrent }) };
  });
  return { payload: { license: changed }, say: '已更新人数' };
};
