/**
 * Sends the answers of an attempt as they are written, and asks for the server's time. One per page; tabs take turns by a lock. It never
 * drops an answer: what was not acknowledged is sent again, also after a reload or a new sign-in.
 */
import { type AttemptClock, type AttemptReceipt, LIMITS, saveAnswers, submitAttempt } from '@shufang/contract';
import { isNetworkError, isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { onReachable } from '../../../platform/api/connection.ts';
import { retryDelayMs } from '../../../platform/api/retry-delay.ts';
import { onBroadcast } from '../../../platform/events/broadcasts.ts';
import { deviceId } from '../../../platform/session/device-id.ts';
import type { AnswerDatabase, AnswerRow } from '../../../platform/storage/attempt-database.ts';
import { countWaiting, storeReceipts, takeWaiting } from './answer-store.ts';

/** Why nothing can be sent now. `undefined`: everything was sent, or is on its way. */
export type SendProblem = 'offline' | 'signedOut' | 'failed';

export interface AnswerSender {
  /** Schedules sending. Call it after each write; writes within a short time are sent in one request. */
  requestSend(): void;
  /** Sends everything, then hands the attempt in. Throws `ApiError`; nothing is lost then. */
  handIn(): Promise<AttemptReceipt>;
  stop(): void;
}

interface SenderOptions {
  readonly db: AnswerDatabase;
  readonly attemptId: string;
  readonly onClock: (clock: AttemptClock) => void;
  readonly onProblem: (problem: SendProblem | undefined) => void;
}

/** Time between an input and its request: answers reach the server within 2 s, and typing makes about one request per second. */
const GATHER_MS = 700;
/** Interval at which the server's time is read while nothing is written. */
const CLOCK_MS = 15_000;
const LONGEST_RETRY_MS = 5_000;

const problemOf = (error: unknown): SendProblem => {
  if (isNetworkError(error)) return 'offline';
  return isRefusal(error, 'userBeenKickedOut', 'requestLogin') ? 'signedOut' : 'failed';
};

const sentFields = ({ questionId, seq, response, clientAt }: AnswerRow) => ({ questionId, seq, response, clientAt });

export const startAnswerSender = ({ db, attemptId, onClock, onProblem }: SenderOptions): AnswerSender => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isStopped = false;
  let sending: Promise<void> = Promise.resolve();

  /** Sends what waits, or asks for the time if nothing does. */
  const sendAll = async (): Promise<void> => {
    do {
      const rows = await takeWaiting(db, attemptId, LIMITS.answersPerRequestMax);
      const { receipts, clock } = await call(saveAnswers, { attemptId, deviceId: deviceId(), answers: rows.map(sentFields) });
      await storeReceipts(db, attemptId, receipts);
      onClock(clock);
    } while ((await countWaiting(db, attemptId)) > 0);
  };

  const withLock = <T>(work: () => Promise<T>): Promise<T> =>
    // Web Locks are missing on plain http; without a lock two tabs may send the same answers, which is safe but wasteful.
    'locks' in navigator ? navigator.locks.request(`shufang-attempt-${attemptId}`, work) : work();

  const later = (ms: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(start, ms);
  };

  const round = async (): Promise<void> => {
    try {
      await withLock(sendAll);
      failures = 0;
      onProblem(undefined);
      later(CLOCK_MS);
    } catch (error) {
      failures += 1;
      onProblem(problemOf(error));
      later(retryDelayMs(failures, Math.random(), LONGEST_RETRY_MS));
    }
  };

  /** Runs one round after the other. */
  const start = (): void => {
    clearTimeout(timer);
    if (isStopped) return;
    sending = sending.then(round);
  };

  const wake = (): void => {
    if (document.visibilityState === 'visible') start();
  };
  const stops = [onReachable(start), onBroadcast('attemptChanged', start), onBroadcast('loginSuccess', start)];
  document.addEventListener('visibilitychange', wake);
  start();
  return {
    requestSend: () => later(GATHER_MS),
    handIn: async () => {
      clearTimeout(timer);
      await sending;
      return withLock(async () => {
        while ((await countWaiting(db, attemptId)) > LIMITS.answersPerRequestMax) await sendAll();
        const rows = await takeWaiting(db, attemptId, LIMITS.answersPerRequestMax);
        const { receipts, receipt } = await call(submitAttempt, { attemptId, deviceId: deviceId(), answers: rows.map(sentFields) });
        await storeReceipts(db, attemptId, receipts);
        return receipt;
      });
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      for (const stop of stops) stop();
    },
  };
};
