/**
 * Hashes of codes, which are stored instead of the codes. The key derives from the server's secret, so that a copy of the database alone
 * does not suffice to test whether a guessed code exists.
 */
import { createHmac } from 'node:crypto';

/** Purpose from which the key of all stored hashes is derived. Changing it would invalidate all printed codes. */
export const CODE_KEY_PURPOSE = 'activation-code';

/** Returns the hash of a code. `code`: as returned by `readActivationCode`. */
export const hashCode = (key: Uint8Array, code: string): Buffer => createHmac('sha256', key).update(code).digest();

/** Returns the stored parts of a code: its hash and the fourth printed group. */
export const hashedCode = (key: Uint8Array, code: string): { hmac: Buffer; last4: string } => ({
  hmac: hashCode(key, code),
  last4: code.slice(12, 16),
});
