/**
 * Encrypts a password for the wire: RSA-OAEP-SHA-256 over `{"pw","n"}` with the server's key and its single-use nonce (security.md section
 * 2).
 */
import { getRsaPublicKey, type OutputOf } from '@shufang/contract';
import { FieldValueError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { base64Of, bytesOfBase64, cryptography, type RsaPublicKey } from '../../platform/crypto/cryptography.ts';

/** Thrown if the password and the nonce do not fit into one block that the server's key can encrypt. */
export class PasswordTooLongError extends FieldValueError {
  override readonly name = 'PasswordTooLongError';
}

/** Overhead of OAEP with SHA-256 in each block: two hashes and two bytes (RFC 8017, section 7.1.1). */
const OAEP_BYTES = 2 * 32 + 2;

/** Imports the server's public key. `rsaKey`: a SubjectPublicKeyInfo as plain base64 or as PEM. */
const importKey = async (rsaKey: string): Promise<RsaPublicKey> =>
  (await cryptography()).importRsaKey(bytesOfBase64(rsaKey.replaceAll(/-----[A-Z ]+-----|\s/g, '')));

/** Returns the encrypted password as `<key id>:<base64 of the ciphertext>`. Throws `PasswordTooLongError`. */
export const encryptWith = async (key: OutputOf<typeof getRsaPublicKey>, password: string): Promise<string> => {
  const plaintext = new TextEncoder().encode(JSON.stringify({ pw: password.normalize('NFC'), n: key.nonce }));
  const publicKey = await importKey(key.rsaKey);
  if (plaintext.length > publicKey.modulusBits / 8 - OAEP_BYTES) throw new PasswordTooLongError();
  return `${key.kid}:${base64Of(await publicKey.encrypt(plaintext))}`;
};

/** Fetches a new key from the server and encrypts the password with it. Throws `PasswordTooLongError`, and the errors of `call`. */
export const encryptPassword = async (password: string): Promise<string> => encryptWith(await call(getRsaPublicKey, {}), password);
