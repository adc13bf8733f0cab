/** The keys of the account slice. Each is derived from the installation's secret and serves one purpose. */
import { createHash, hkdfSync } from 'node:crypto';

export interface AccountKeys {
  /** Id of the key that signs login tokens; a token with another key id is rejected. */
  readonly kid: string;
  readonly token: Buffer;
  readonly accessToken: Buffer;
  readonly refreshToken: Buffer;
  readonly uploadToken: Buffer;
  readonly sentCode: Buffer;
  readonly captcha: Buffer;
  readonly nonce: Buffer;
  /** AES-256-GCM key that encrypts the secrets of authenticator apps. */
  readonly secondFactor: Buffer;
  readonly recoveryCode: Buffer;
  /** Key of the message authentication code (MAC) in the credentials that known devices receive. */
  readonly device: Buffer;
  /** AES-256-GCM key that encrypts private keys stored in the database. */
  readonly sealing: Buffer;
}

const SECRET_BYTES_MIN = 32;

const derive = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'shufang account', purpose, SECRET_BYTES_MIN));

/** Derives all keys from `secret`: at least 32 random bytes, the same on every instance. Throws `RangeError` for a shorter secret. */
export const deriveAccountKeys = (secret: Uint8Array): AccountKeys => {
  if (secret.byteLength < SECRET_BYTES_MIN)
    throw new RangeError(`the server secret has ${secret.byteLength} bytes, at least 32 are needed`);
  const token = derive(secret, 'login token');
  return {
    kid: createHash('sha256').update('token key name').update(token).digest('base64url').slice(0, 8),
    token,
    accessToken: derive(secret, 'access token'),
    refreshToken: derive(secret, 'refresh token'),
    uploadToken: derive(secret, 'upload token'),
    sentCode: derive(secret, 'sms code'),
    captcha: derive(secret, 'captcha answer'),
    nonce: derive(secret, 'password nonce'),
    secondFactor: derive(secret, 'second factor sealing'),
    recoveryCode: derive(secret, 'recovery code'),
    device: derive(secret, 'device credential'),
    sealing: derive(secret, 'private key sealing'),
  };
};
