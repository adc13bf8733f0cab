/** Receipts of hand-ins: a hash over every stored answer, signed by the server. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AttemptReceipt } from '@shufang/contract';
import type { AnswerEvent, StoredAttempt } from './attempt-store.ts';

/** Returns the text of a response with its interactions in order, so that equal responses have equal texts. */
export const textOfResponse = (response: AnswerEvent['response']): string =>
  JSON.stringify(Object.entries(response).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Returns the hash of a chain over the answers that count as in time, in their order (`listAnswers`). Each link contains the hash before. */
export const digestOfAnswers = (answers: readonly AnswerEvent[]): string => {
  let digest = '';
  for (const { questionId, seq, deviceId, response, clientAt, serverAt } of answers) {
    const link = JSON.stringify([digest, questionId, seq, deviceId, textOfResponse(response), clientAt, serverAt]);
    digest = createHash('sha256').update(link).digest('hex');
  }
  return digest === '' ? createHash('sha256').update('').digest('hex') : digest;
};

/** The values of an attempt that are signed. */
type Signed = Pick<StoredAttempt, 'id' | 'finishedAt' | 'closedBy' | 'events' | 'answered' | 'digest'>;

const signatureOf = (key: Uint8Array, { id, finishedAt, closedBy, events, answered, digest }: Signed): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([id, finishedAt, closedBy, events, answered, digest]))
    .digest('base64url');

/** Returns the receipt of a finished attempt. */
export const receiptOf = (key: Uint8Array, attempt: Signed, questions: number): AttemptReceipt => ({
  code: `${attempt.id}.${signatureOf(key, attempt)}`,
  finishedAt: attempt.finishedAt ?? 0,
  closedBy: attempt.closedBy ?? 'timer',
  answered: attempt.answered ?? 0,
  questions,
  events: attempt.events ?? 0,
  digest: attempt.digest ?? '',
});

/** Returns the id of the attempt of a code; undefined if the code has no such form. */
export const attemptOfCode = (code: string): string | undefined => /^([0-9a-hjkmnp-tv-z]{26})\.[\w-]{43}$/.exec(code)?.[1];

/** Returns whether the code is the signature of these values. */
export const isSigned = (key: Uint8Array, attempt: Signed, code: string): boolean => {
  const [expected, given] = [`${attempt.id}.${signatureOf(key, attempt)}`, code].map((text) => Buffer.from(text));
  return expected !== undefined && given !== undefined && expected.length === given.length && timingSafeEqual(expected, given);
};
