/** Opens a server-sent stream of this person with the headers every call carries, which `EventSource` cannot send. */
import { SUCCESS } from '@shufang/contract';
import { ApiError } from './api-error.ts';
import { requestHeaders } from './client.ts';

/** The body of the stream. Throws `ApiError` when there is none; a refusal in the envelope keeps its code. */
export const openEventStream = async (path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
  const response = await fetch(path, {
    headers: { ...requestHeaders(), accept: 'text/event-stream' },
    signal,
    credentials: 'omit',
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw new ApiError('eventStream', 'network', '', undefined, { cause });
  });
  if (response.ok && response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) return response.body;
  const answer = (await response.json().catch(() => undefined)) as { code?: unknown } | undefined;
  const code = answer?.code === 'requestLogin' || answer?.code === 'userBeenKickedOut' ? answer.code : undefined;
  throw new ApiError('eventStream', answer && answer.code !== SUCCESS ? 'refused' : 'unreadable', '', code);
};
