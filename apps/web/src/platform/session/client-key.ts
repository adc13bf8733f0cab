/** The secret key of this client (`X-Client-Key`): protects the stored responses of its anonymous calls. Never shown, never synced. */
import { CLIENT_KEY_HEADER } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

const storedKey = storedValue('clientKey', z.string().regex(/^[0-9a-f]{64}$/));
let cachedKey: string | undefined;

const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the key: 256 random bits, created once and stored for a year after the last use; without local storage, only in this page. */
const clientKey = (): string => {
  if (cachedKey !== undefined) return cachedKey;
  const key = storedKey.find() ?? newKey();
  storedKey.store(key);
  cachedKey = key;
  return key;
};

/** Returns the header with the key, which is sent together with the idempotency key of a call. */
export const clientKeyHeader = (): Record<string, string> => ({ [CLIENT_KEY_HEADER]: clientKey() });
