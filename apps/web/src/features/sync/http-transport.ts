/** Sync over the product's calls, silent: no toast and no alert but the one that the account was taken over elsewhere. */
import { pullChanges, pushChanges, SYNC_STREAM_PATH, streamEnd } from '@shufang/contract';
import { z } from 'zod';
import { isNetworkFailure, isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { onApiError } from '../../platform/api/on-api-error.ts';
import { openEventStream } from '../../platform/api/open-event-stream.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { findSessionToken, lapseSession } from '../../platform/session/session.ts';
import { readEventStream, type ServerEvent } from './read-event-stream.ts';
import { obeySessionEnd } from './session-end.ts';
import { SyncFailure, type SyncTransport } from './sync-transport.ts';

/** The server sends a comment every 15 s; a line that is silent for longer than this is dead. */
const SILENCE_MS = 40_000;

const seqEvent = z.object({ seq: z.number().int() });

const asSyncFailure = (error: unknown): SyncFailure => {
  if (isNetworkFailure(error)) return new SyncFailure('offline', { cause: error });
  if (isRefusal(error, 'userBeenKickedOut')) {
    onApiError(error);
    return new SyncFailure('signedOut', { cause: error });
  }
  if (isRefusal(error, 'requestLogin')) {
    lapseSession();
    return new SyncFailure('signedOut', { cause: error });
  }
  return new SyncFailure('refused', { cause: error });
};

/** `token`: the session the stream was opened for. */
const actOn = ({ event, data }: ServerEvent, token: string | undefined, onSeq: (seq: number) => void): void => {
  if (event === 'roleChanged') broadcast('roleChanged');
  if (event === 'orderChanged') broadcast('orderChanged');
  if (event === 'ticketChanged') broadcast('ticketChanged');
  if (event === 'claimChanged') broadcast('claimChanged');
  if (event === 'sync') {
    const told = seqEvent.safeParse(JSON.parse(data));
    if (told.success) onSeq(told.data.seq);
  }
  if (event === 'kickedOut') {
    const end = streamEnd.safeParse(JSON.parse(data));
    if (end.success) obeySessionEnd(end.data.reason, token);
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
    await readEventStream(body, (event) => actOn(event, token, onSeq), onAlive);
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
