/** Creates a link to a file of the caller on the content origin. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { CodedError, downloadLinkMinutes } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import { sealDownloadTicket } from './download-ticket.ts';
import { findOwnFile } from './store.ts';

export interface DownloadLinkDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly ticketSecret: Uint8Array;
  /** Returns the origin, without a trailing slash, of the content host that a 26-character id names. */
  readonly originOf: (id: string, appOrigin: string) => string;
  /** Whether the login token itself is accepted in place of its hash (`proof`), as a literal reading of the specification requires. */
  readonly acceptsTokenInPath: boolean;
}

interface DownloadLinkInput {
  readonly fileId: string;
  readonly minutes: string;
  /**
   * SHA-256 (base64url) over the login token, the file id and the number of minutes. It proves that the caller has the token, without
   * containing it.
   */
  readonly proof: string;
}

const isSameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const proofOf = (token: string, { fileId, minutes }: DownloadLinkInput): string =>
  createHash('sha256').update(`dl|${token}|${fileId}|${minutes}`).digest('base64url');

/**
 * Creates a download link. `token`: the login token from the authorization header, already verified. Throws `request.invalid` for a wrong
 * `proof`, `file.notFound`.
 */
export const createDownloadLink = async (
  dependencies: DownloadLinkDependencies,
  { reader, appOrigin }: Pick<ReaderContext, 'reader' | 'appOrigin'>,
  token: string,
  input: DownloadLinkInput,
): Promise<{ url: string; expiresAt: number }> => {
  const isProven = isSameText(input.proof, proofOf(token, input)) || (dependencies.acceptsTokenInPath && isSameText(input.proof, token));
  if (!isProven) throw new CodedError('request.invalid', { reason: '下载链接有误，请刷新页面后重试' });
  const now = dependencies.clock.now();
  const file = await findOwnFile(dependencies.db.orm, reader.userId, input.fileId, now);
  if (file === undefined) throw new CodedError('file.notFound');
  const expiresAt = now + downloadLinkMinutes(input.minutes) * 60_000;
  const ticket = sealDownloadTicket(dependencies.ticketSecret, { fileId: file.id, userId: reader.userId, sid: reader.sid, expiresAt });
  return { url: `${dependencies.originOf(file.id, appOrigin)}/~f/${ticket}/${encodeURIComponent(file.name)}`, expiresAt };
};
