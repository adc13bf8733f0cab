/** What is kept of a code instead of the code. The key comes from the server's secret: a copy of the database alone can test no guess. */
import { createHmac } from 'node:crypto';

/** Part of every hash there is: changing it makes all printed codes worthless. */
export const CODE_KEY_PURPOSE = 'activation-code';

/** `code` as `readActivationCode` gives it. */
export const hashCode = (key: Uint8Array, code: string): Buffer => createHmac('sha256', key).update(code).digest();

/** What is kept of a code: its hash and the fourth printed group. */
export const hashedCode = (key: Uint8Array, code: string): { hmac: Buffer; last4: string } => ({
  hmac: hashCode(key, code),
  last4: code.slice(12, 16),
});
