/**
 * Derives the codes of a batch from the batch's own secret, by serial number. The secret is stored encrypted from approval to export, and
 * deleted afterwards: then neither the database nor the server's key can recover a code (docs/decisions/0007-codes-of-a-batch.md).
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { type CodeBox, makeActivationCode } from '@shufang/contract';
import type { CodeBatch } from './code-batch.ts';

/** Purpose of the key that encrypts the secrets of batches. Changing it makes every stored secret unreadable. */
export const BATCH_KEY_PURPOSE = 'code-batch';

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const RANDOM_BYTES = 16;

export const makeBatchSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Encrypts the secret with the batch id as associated data, so that it decrypts for this batch only. */
export const sealSecret = (key: Uint8Array, batchId: string, secret: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(batchId));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
};

/** Decrypts the secret. Throws when it was altered, or encrypted for another batch or with another key. */
export const openSecret = (key: Uint8Array, batchId: string, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(batchId))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
};

/** Returns the code with this serial number, from 1. */
export const codeOf = (secret: Buffer, serial: number): string =>
  makeActivationCode(createHmac('sha256', secret).update(String(serial)).digest().subarray(0, RANDOM_BYTES));

export const boxesOf = ({ count, boxSize }: Pick<CodeBatch, 'count' | 'boxSize'>): CodeBox[] =>
  Array.from({ length: Math.ceil(count / boxSize) }, (_, index) => ({
    box: index + 1,
    from: index * boxSize + 1,
    to: Math.min(count, (index + 1) * boxSize),
  }));
