/**
 * Returns a photo of a claim for an operator. Photos may show private things beside the book, so reading one is an audit event. Throws
 * `activationCode.claimNotFound`, and `file.notFound` if its owner deleted the file.
 */
import { buffer } from 'node:stream/consumers';
import { CodedError } from '@shufang/contract';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError } from '../../gateways/object-storage/object-storage.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { findClaim } from './claim-store.ts';
import type { ClaimDependencies } from './code-claim.ts';

export const getClaimPhoto: UseCase<'getClaimPhoto', ClaimDependencies> = async (deps, caller, { claimId, photo }) => {
  const claim = await findClaim(deps.db.orm, claimId);
  if (claim === undefined) throw new CodedError('activationCode.claimNotFound');
  const file = await deps.findFile(claim.userId, claim.photoIds[photo] ?? '');
  if (file === undefined) throw new CodedError('file.notFound');
  try {
    const { stream } = await deps.objects.get(contentKey(file.sha256));
    const base64 = (await buffer(stream)).toString('base64');
    const target = { kind: 'codeClaim', id: claimId } as const;
    // Photos have indexes from 0, but the audit log counts them from 1.
    await recordAuditEvent(
      deps.db.orm,
      operatorOf(caller),
      { action: 'claim.readPhoto', target, after: { photo: photo + 1 } },
      deps.clock.now(),
    );
    return { mediaType: file.mediaType, base64 };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new CodedError('file.notFound', {}, { cause: error });
    throw error;
  }
};
