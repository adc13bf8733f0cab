/** Encrypts a password for the wire: RSA-OAEP-SHA-256 over `{"pw","n"}` with the server's key and its single-use nonce (security.md section 2). */
import { getRsaPublicKey, type OutputOf } from '@shufang/contract';
import { FieldFault } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';

/** The page is not in a secure context, so the browser has no WebCrypto. */
export class InsecurePageError extends FieldFault {
  override readonly name = 'InsecurePageError';
}

/** The password and the nonce do not fit into one block of the server's key. */
export class PasswordTooLongError extends FieldFault {
  override readonly name = 'PasswordTooLongError';
}

/** What OAEP with SHA-256 takes of each block: two hashes and two bytes (RFC 8017, section 7.1.1). */
const OAEP_BYTES = 2 * 32 + 2;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const base64Of = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** `rsaKey` is a SubjectPublicKeyInfo, bare base64 or PEM. */
const importKey = (rsaKey: string): Promise<CryptoKey> => {
  const body = rsaKey.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return crypto.subtle.importKey('spki', bytesOf(body), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
};

/** `<key id>:<base64 of the ciphertext>`. Throws `PasswordTooLongError`. */
export const encryptWith = async (key: OutputOf<typeof getRsaPublicKey>, password: string): Promise<string> => {
  const plaintext = new TextEncoder().encode(JSON.stringify({ pw: password, n: key.nonce }));
  const publicKey = await importKey(key.rsaKey);
  const { modulusLength } = publicKey.algorithm as RsaHashedKeyAlgorithm;
  if (plaintext.length > modulusLength / 8 - OAEP_BYTES) throw new PasswordTooLongError();
  const ciphertext = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, publicKey, plaintext);
  return `${key.kid}:${base64Of(ciphertext)}`;
};

/** Fetches a fresh key and encrypts. Throws `InsecurePageError` where the browser cannot, `PasswordTooLongError`, else as `call` does. */
export const encryptPassword = async (password: string): Promise<string> => {
  if (!globalThis.crypto?.subtle) throw new InsecurePageError();
  return encryptWith(await call(getRsaPublicKey, {}), password);
};
