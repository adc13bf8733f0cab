/** Returns an upload token for the session of the caller. */
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { RELEASE_LIMITS } from './limits.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';

export const createUploadToken: UseCase<'createUploadToken', ReleaseDependencies> = async ({ db, clock, sealUploadToken }, caller) => {
  const now = clock.now();
  const expiresAt = now + RELEASE_LIMITS.uploadTokenLifetimeMs;
  const target = { kind: 'user', id: caller.reader.userId } as const;
  await recordAuditEvent(db.orm, operatorOf(caller), { action: 'release.token', target, after: { expiresAt } }, now);
  return { token: sealUploadToken(caller, expiresAt), expiresAt };
};
