/**
 * Uploads the files that a student chose for an answer, one after the other. A file stays on the device until the server has stored it and
 * the answer that names it is on the device; after a reload or without a network nothing is lost.
 */
import { type UserFile, uploadFile } from '@shufang/contract';
import { ApiError, isNetworkError, isRefusal } from '../../../platform/api/api-error.ts';
import { onReachable } from '../../../platform/api/connection.ts';
import { retryDelayMs } from '../../../platform/api/retry-delay.ts';
import { upload } from '../../../platform/api/upload.ts';
import { onBroadcast } from '../../../platform/events/broadcasts.ts';
import type { AnswerDatabase, ChosenFile } from '../../../platform/storage/attempt-database.ts';

export interface FileSender {
  /** Uploads what waits. Call it after files were added. */
  requestSend(): void;
  stop(): void;
}

interface FileSenderOptions {
  readonly db: AnswerDatabase;
  readonly attemptId: string;
  readonly questionId: string;
  /** Called with the part of a file that was sent, 0 to 1. */
  readonly onProgress: (key: string, sent: number) => void;
  /** Adds a stored file to the answer. */
  readonly onUploaded: (file: UserFile) => void;
  /** Called with whether the last upload failed for want of a network or a session. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

const LONGEST_RETRY_MS = 10_000;

/** Returns whether a later attempt may succeed. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || isNetworkError(error) || isRefusal(error, 'requestLogin', 'userBeenKickedOut', 'request.tooMany');

const firstWaiting = async ({ db, attemptId, questionId }: FileSenderOptions): Promise<ChosenFile | undefined> =>
  (await db.files.where({ attemptId, questionId }).sortBy('key')).find(({ state }) => state === 'waiting');

export const startFileSender = (options: FileSenderOptions): FileSender => {
  const { db, attemptId, questionId } = options;
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let sending: Promise<void> = Promise.resolve();

  const sendOne = async (row: ChosenFile): Promise<void> => {
    try {
      const stored = await upload(uploadFile, {}, row.file, {
        signal: stopping.signal,
        onProgress: (sent) => options.onProgress(row.key, sent),
      });
      // A file that the student removed meanwhile has no row any more.
      if ((await db.files.update(row.key, { state: 'uploaded', stored })) === 1) options.onUploaded(stored);
    } catch (error) {
      if (stopping.signal.aborted || isTemporary(error)) throw error;
      await db.files.update(row.key, { state: 'refused', problem: (error as Error).message });
    }
  };

  const sendAll = async (): Promise<void> => {
    for (let row = await firstWaiting(options); row !== undefined && !stopping.signal.aborted; row = await firstWaiting(options))
      await sendOne(row);
  };

  const round = async (): Promise<void> => {
    try {
      // Web Locks are missing on plain http; without a lock two tabs may upload the same file twice.
      await ('locks' in navigator ? navigator.locks.request(`shufang-files-${attemptId}-${questionId}`, sendAll) : sendAll());
      failures = 0;
      options.onWaiting(false);
    } catch {
      if (stopping.signal.aborted) return;
      failures += 1;
      options.onWaiting(true);
      timer = setTimeout(start, retryDelayMs(failures, Math.random(), LONGEST_RETRY_MS));
    }
  };

  const start = (): void => {
    clearTimeout(timer);
    if (!stopping.signal.aborted) sending = sending.then(round);
  };

  const stops = [onReachable(start), onBroadcast('loginSuccess', start)];
  start();
  return {
    requestSend: start,
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
};
