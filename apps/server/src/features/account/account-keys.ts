/** The keys of the account slice, all derived from the one secret of this installation, each for one purpose only. */
import { createHash, hkdfSync } from 'node:crypto';

export interface AccountKeys {
  /** Names the token key; a token under another name is not ours. */
  readonly kid: string;
  readonly token: Buffer;
  readonly sentCode: Buffer;
  readonly captcha: Buffer;
  readonly nonce: Buffer;
  /** AES-256-GCM key for private keys kept in the database. */
  readonly sealing: Buffer;
}

const SECRET_BYTES_MIN = 32;

const derive = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'shufang account', purpose, SECRET_BYTES_MIN));

/** `secret`: at least 32 random bytes, the same on every instance. Throws `RangeError` when shorter. */
export const deriveAccountKeys = (secret: Uint8Array): AccountKeys => {
  if (secret.byteLength < SECRET_BYTES_MIN)
    throw new RangeError(`the server secret has ${secret.byteLength} bytes, at least 32 are needed`);
  const token = derive(secret, 'login token');
  return {
    kid: createHash('sha256').update('token key name').update(token).digest('base64url').slice(0, 8),
    token,
    sentCode: derive(secret, 'sms code'),
    captcha: derive(secret, 'captcha answer'),
    nonce: derive(secret, 'password nonce'),
    sealing: derive(secret, 'private key sealing'),
  };
};
