/** Makes the link to a file of one's own on the content origin. */
import { createHash, timingSafeEqual } from 'node:crypto';
import {
  CodedError,
  downloadLinkMinutes,
  type OutputOf,
  type createDownloadLink as operation,
  type ParsedInputOf,
} from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import { sealDownloadTicket } from './download-ticket.ts';
import { findOwnFile } from './store.ts';

export interface DownloadLinkDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly ticketSecret: Uint8Array;
  /** Origin of a content host named by a 26-character id, without a trailing slash. */
  readonly originOf: (id: string) => string;
  /** Whether the whole login token may stand in place of the proof, as the specification read literally has it. */
  readonly acceptsTokenInPath: boolean;
}

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const proofOf = (token: string, { fileId, minutes }: Pick<ParsedInputOf<typeof operation>, 'fileId' | 'minutes'>): string =>
  createHash('sha256').update(`dl|${token}|${fileId}|${minutes}`).digest('base64url');

/** `token`: of the header, which has already proven who calls. Throws `request.invalid` for a proof that does not fit, `file.notFound`. */
export const createDownloadLink = async (
  deps: DownloadLinkDependencies,
  reader: SignedInReader,
  token: string,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> => {
  const isProven = sameText(input.proof, proofOf(token, input)) || (deps.acceptsTokenInPath && sameText(input.proof, token));
  if (!isProven) throw new CodedError('request.invalid', { reason: '下载链接有误，请刷新页面后重试' });
  const now = deps.clock.now();
  const file = await findOwnFile(deps.db.orm, reader.userId, input.fileId, now);
  if (file === undefined) throw new CodedError('file.notFound');
  const expiresAt = now + downloadLinkMinutes(input.minutes) * 60_000;
  const ticket = sealDownloadTicket(deps.ticketSecret, { fileId: file.id, userId: reader.userId, sid: reader.sid, expiresAt });
  return { url: `${deps.originOf(file.id)}/~f/${ticket}/${encodeURIComponent(file.name)}`, expiresAt };
};
