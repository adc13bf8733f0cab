/** Withdraws a version: it is no longer offered and its file no longer served. Its number is not reused. */
import { CodedError } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { type Build, nameOfVersion } from './app-version.ts';
import { withdrawReleasedVersion } from './store.ts';

/** Withdraws the version. Throws `release.versionUnknown` if no such version is released. */
export const withdrawVersion = (
  { db, clock }: { db: Database; clock: Clock },
  { build, versionCode, reason = '' }: { build: Build; versionCode: string; reason?: string },
  operator: Operator,
): Promise<void> =>
  db.transaction(async (tx) => {
    const id = await withdrawReleasedVersion(tx, build, versionCode, clock.now());
    if (id === undefined) throw new CodedError('release.versionUnknown');
    const target = { kind: 'appVersion', id, name: nameOfVersion(build, versionCode) } as const;
    const facts = { before: { state: 'released' }, after: { state: 'withdrawn' }, reason };
    await recordAuditEvent(tx, operator, { action: 'release.withdraw', target, ...facts }, clock.now());
  });
