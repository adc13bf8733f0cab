/**
 * Sends a proof of an application to an editor. The proof is a personal document, so reading it is an audit event. Throws
 * `application.notFound`, `file.notFound`.
 */
import { CodedError } from '@shufang/contract';
import type { FileUseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { findApplication } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const readProof: FileUseCase<'readProof', Pick<VerificationDependencies, 'db' | 'clock' | 'sendOwnFile'>> = async (
  { db, clock, sendOwnFile },
  caller,
  { id, fileId },
  { request, reply },
) => {
  const application = await findApplication(db.orm, id);
  if (application === undefined) throw new CodedError('application.notFound');
  if (!application.proofIds.includes(fileId)) throw new CodedError('file.notFound');
  const target = { kind: 'application', id, name: application.kind } as const;
  await recordAuditEvent(db.orm, operatorOf(caller), { action: 'application.readProof', target, after: { fileId } }, clock.now());
  return sendOwnFile(request, reply, application.userId, fileId);
};
