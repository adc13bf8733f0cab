/** What a report freezes, and the signature over it. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { AuthorStatistics, StatisticsPeriod } from '@shufang/contract';

export interface FrozenReport {
  readonly id: string;
  readonly bookId: string;
  readonly title: string;
  readonly publisher: string;
  readonly period: StatisticsPeriod;
  readonly isSimulated: boolean;
  /** UTC ms. */
  readonly frozenAt: number;
  readonly statistics: AuthorStatistics;
}

export const sha256Of = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The bytes before the 32 of a private key of Ed25519 in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the key of the platform that signs reports. `seed`: 32 secret bytes. */
export const createReportKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });

const signedText = (id: string, sha256: string): Buffer => Buffer.from(JSON.stringify([id, sha256]));

/** Returns the signature over the hash of a report, in base64url. */
export const signReport = (key: KeyObject, id: string, sha256: string): string =>
  sign(null, signedText(id, sha256), key).toString('base64url');

export const isReportSigned = (key: KeyObject, id: string, sha256: string, signature: string): boolean =>
  verify(null, signedText(id, sha256), createPublicKey(key), Buffer.from(signature, 'base64url'));

/** Returns the public key as SPKI in base64. */
export const publicKeyText = (key: KeyObject): string => createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** Returns the code of a report, by which it is verified. */
export const codeOfReport = (id: string, signature: string): string => `${id}.${signature}`;

/** Returns the id and the signature of a code; undefined if the code has no such form. */
export const partsOfCode = (code: string): { readonly id: string; readonly signature: string } | undefined => {
  const [, id, signature] = /^([0-9a-hjkmnp-tv-z]{26})\.([\w-]{86})$/.exec(code) ?? [];
  return id === undefined || signature === undefined ? undefined : { id, signature };
};
