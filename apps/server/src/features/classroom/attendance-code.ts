/** The code of an attendance session: it changes every ten seconds, and only the server can compute it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS, makeClassCode } from '@shufang/contract';

const periodOf = (now: number): number => Math.floor(now / LIMITS.attendanceCodeMs);

/** Returns the code of a period, by the session and the number of the period since 1970. */
const codeOf = (key: Uint8Array, sessionId: string, period: number): string =>
  makeClassCode(createHmac('sha256', key).update(`${sessionId}:${period}`).digest());

/** Returns the code that is valid now, and when it changes. */
export const currentCode = (key: Uint8Array, sessionId: string, now: number): { readonly code: string; readonly changesInMs: number } => ({
  code: codeOf(key, sessionId, periodOf(now)),
  changesInMs: LIMITS.attendanceCodeMs - (now % LIMITS.attendanceCodeMs),
});

/** Returns whether a code is the one of this period or of the period before. */
export const isCodeAccepted = (key: Uint8Array, sessionId: string, code: string, now: number): boolean =>
  [0, 1].some((back) => {
    const expected = Buffer.from(codeOf(key, sessionId, periodOf(now) - back));
    const given = Buffer.from(code);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
