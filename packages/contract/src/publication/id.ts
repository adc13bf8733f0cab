import { z } from 'zod';

/** Book and version ids: 26 characters of lower-case Crockford base32 (a ULID), so that a book's id can be a host name. */
export const entityId = z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/, '编号格式错误');

/** Returns a ULID in lower case: 48 bits of time and 80 random bits, so that ids sort by time. */
export const makeId = (nowMs: number, random: Uint8Array): string => {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  let out = '';
  let time = nowMs;
  for (let i = 0; i < 10; i++) {
    out = alphabet[time % 32] + out;
    time = Math.floor(time / 32);
  }
  for (let i = 0; i < 16; i++) out += alphabet[(random[i] ?? 0) % 32];
  return out;
};

/** Returns a new id, made by `makeId` with the present time and random bytes of the runtime. */
export const newId = (nowMs: number = Date.now()): string => makeId(nowMs, crypto.getRandomValues(new Uint8Array(16)));
