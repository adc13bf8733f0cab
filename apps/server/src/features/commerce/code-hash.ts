/** What is kept of a code instead of the code. The key comes from the server's secret: a copy of the database alone can test no guess. */
import { createHmac } from 'node:crypto';

/** Part of every hash there is: changing it makes all printed codes worthless. */
export const CODE_KEY_PURPOSE = 'activation-code';

/** `code` as `readActivationCode` gives it. */
export const hashCode = (key: Uint8Array, code: string): Buffer => createHmac('sha256', key).update(code).digest();
