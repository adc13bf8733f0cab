/** Opens the user's event stream (SSE) with the API's request headers, which `EventSource` cannot send. */
import { SUCCESS } from '@shufang/contract';
import { findSessionToken } from '../session/session.ts';
import { announceSessionEnd } from './announce-session-end.ts';
import { ApiError } from './api-error.ts';
import { requestHeaders } from './client.ts';
import { serverUrl } from './server-url.ts';

/** Returns the body of the stream. Throws `ApiError` if there is none, with the error code of the envelope. */
export const openEventStream = async (path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
  const sentToken = findSessionToken();
  const response = await fetch(serverUrl(path), {
    headers: { ...requestHeaders(sentToken), accept: 'text/event-stream' },
    signal,
    credentials: 'omit',
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw new ApiError('eventStream', 'network', '', undefined, { cause });
  });
  if (response.ok && response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) return response.body;
  const body = (await response.json().catch(() => undefined)) as { code?: unknown } | undefined;
  const code = body?.code === 'requestLogin' || body?.code === 'userBeenKickedOut' ? body.code : undefined;
  if (code !== undefined) announceSessionEnd(path, code, sentToken);
  throw new ApiError('eventStream', body && body.code !== SUCCESS ? 'refused' : 'unreadable', '', code);
};
