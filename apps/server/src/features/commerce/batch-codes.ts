/**
 * The codes of a batch are derived from one secret of its own, number by number. It is kept sealed from the approval to the export and
 * nowhere afterwards: then neither the database nor the server's key brings a code back (docs/decisions/0007-codes-of-a-batch.md).
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { type CodeBox, makeActivationCode } from '@shufang/contract';
import type { CodeBatch } from './code-batch.ts';

/** Part of every sealed secret there is. */
export const BATCH_KEY_PURPOSE = 'code-batch';

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const RANDOM_BYTES = 16;

export const makeBatchSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Only the batch it was sealed for opens it. */
export const sealSecret = (key: Uint8Array, batchId: string, secret: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(batchId));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
};

/** Throws when it was altered, or sealed for another batch or under another key. */
export const openSecret = (key: Uint8Array, batchId: string, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(batchId))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
};

/** The code with this number, from 1. */
export const codeOf = (secret: Buffer, serial: number): string =>
  makeActivationCode(createHmac('sha256', secret).update(String(serial)).digest().subarray(0, RANDOM_BYTES));

export const boxesOf = ({ count, boxSize }: Pick<CodeBatch, 'count' | 'boxSize'>): CodeBox[] =>
  Array.from({ length: Math.ceil(count / boxSize) }, (_, index) => ({
    box: index + 1,
    from: index * boxSize + 1,
    to: Math.min(count, (index + 1) * boxSize),
  }));
