/** Sync transport over HTTP. Shows no toast or alert, but announces the end of the session like every call. */
import { pullChanges, pushChanges, SYNC_STREAM_PATH, streamEnd } from '@shufang/contract';
import { z } from 'zod';
import { isNetworkError, isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { openEventStream } from '../../platform/api/open-event-stream.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { findSessionToken } from '../../platform/session/session.ts';
import { readEventStream, type ServerEvent } from './read-event-stream.ts';
import { handleSessionEnd } from './session-end.ts';
import { SyncFailure, type SyncTransport } from './sync-transport.ts';

/** Time after which a silent event stream counts as broken; the server sends a comment every 15 seconds. */
const SILENCE_MS = 40_000;

const seqEvent = z.object({ seq: z.number().int() });

const asSyncFailure = (error: unknown): SyncFailure => {
  if (isNetworkError(error)) return new SyncFailure('offline', { cause: error });
  if (isRefusal(error, 'userBeenKickedOut', 'requestLogin')) return new SyncFailure('signedOut', { cause: error });
  return new SyncFailure('refused', { cause: error });
};

/** Handles one event of the stream. `token`: session token with which the stream was opened. */
const handleEvent = ({ event, data }: ServerEvent, token: string | undefined, onSeq: (seq: number) => void): void => {
  if (event === 'roleChanged') broadcast('roleChanged');
  if (event === 'orderChanged') broadcast('orderChanged');
  if (event === 'ticketChanged') broadcast('ticketChanged');
  if (event === 'claimChanged') broadcast('claimChanged');
  if (event === 'classroomChanged') broadcast('classroomChanged');
  if (event === 'attemptChanged') broadcast('attemptChanged');
  if (event === 'sync') {
    const parsed = seqEvent.safeParse(JSON.parse(data));
    if (parsed.success) onSeq(parsed.data.seq);
  }
  if (event === 'kickedOut') {
    const end = streamEnd.safeParse(JSON.parse(data));
    if (end.success) handleSessionEnd(end.data.reason, token);
  }
};

const listen: SyncTransport['listen'] = async (signal, onOpen, onSeq) => {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener('abort', end);
  let silence = setTimeout(end, SILENCE_MS);
  const onAlive = (): void => {
    clearTimeout(silence);
    silence = setTimeout(end, SILENCE_MS);
  };
  try {
    const token = findSessionToken();
    const body = await openEventStream(SYNC_STREAM_PATH, ending.signal);
    onOpen();
    await readEventStream(body, (event) => handleEvent(event, token, onSeq), onAlive);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
  }
};

export const httpTransport: SyncTransport = {
  push: async (deviceId, ops) => {
    try {
      return await call(pushChanges, { deviceId, ops: [...ops] });
    } catch (error) {
      throw asSyncFailure(error);
    }
  },
  pull: async (since) => {
    try {
      return await call(pullChanges, { since });
    } catch (error) {
      throw asSyncFailure(error);
    }
  },
  listen: async (signal, onOpen, onSeq) => {
    try {
      await listen(signal, onOpen, onSeq);
    } catch (error) {
      throw asSyncFailure(error);
    }
  },
};
