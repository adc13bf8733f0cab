/** Tests the code of attendance: when it changes, how long it is accepted, and that it cannot be guessed. */
import { randomBytes } from 'node:crypto';
import { LIMITS, makeClassCode } from '@shufang/contract';
import { expect, test } from 'vitest';
import { currentCode, isCodeAccepted } from './attendance-code.ts';

const KEY = new Uint8Array(32).fill(7);
const PERIOD = LIMITS.attendanceCodeMs;
const START = 1_000_000 * PERIOD;

test('a code stays for its period, is accepted in the next one, and never again', () => {
  const { code, changesInMs } = currentCode(KEY, 'session', START + 1);
  expect(changesInMs).toBe(PERIOD - 1);
  expect(currentCode(KEY, 'session', START + PERIOD - 1).code).toBe(code);
  expect(currentCode(KEY, 'session', START + PERIOD).code).not.toBe(code);
  expect(isCodeAccepted(KEY, 'session', code, START)).toBe(true);
  expect(isCodeAccepted(KEY, 'session', code, START + 2 * PERIOD - 1)).toBe(true);
  for (let later = 2; later < 1_000; later += 1) expect(isCodeAccepted(KEY, 'session', code, START + later * PERIOD)).toBe(false);
  expect(isCodeAccepted(KEY, 'session', code, START - 1)).toBe(false);
});

test('a code is worth nothing in another session, with another key, or cut off', () => {
  const { code } = currentCode(KEY, 'session', START);
  expect(isCodeAccepted(KEY, 'other', code, START)).toBe(false);
  expect(isCodeAccepted(new Uint8Array(32), 'session', code, START)).toBe(false);
  expect(isCodeAccepted(KEY, 'session', code.slice(0, 5), START)).toBe(false);
});

test('of 20,000 random codes none is accepted', () => {
  const expected = new Set([currentCode(KEY, 'session', START).code, currentCode(KEY, 'session', START - PERIOD).code]);
  let accepted = 0;
  for (let n = 0; n < 20_000; n += 1) if (expected.has(makeClassCode(randomBytes(6)))) accepted += 1;
  expect(accepted).toBe(0);
});
