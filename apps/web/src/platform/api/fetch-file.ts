/** Fetches a file from an operation that returns its bytes, or the JSON envelope of an error. */
import { type InputOf, type Operation } from '@shufang/contract';
import { CLIENT_LIMITS } from '../limits.ts';
import { networkText } from '../messages/zh-cn/network.ts';
import { findSessionToken } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { jsonOf, readResponse, requestHeaders, requestOf } from './client.ts';
import { serverUrl } from './server-url.ts';

/** Returns the bytes of the file. Throws as `call` does. */
export const fetchFile = async <O extends Operation>(operation: O, input: InputOf<O> & object): Promise<Blob> => {
  const sentToken = findSessionToken();
  const [address, init] = requestOf(operation, input);
  const response = await fetch(serverUrl(address), {
    ...init,
    headers: { ...requestHeaders(sentToken), ...(init.headers as Record<string, string> | undefined) },
    credentials: 'omit',
    signal: AbortSignal.timeout(CLIENT_LIMITS.uploadTimeoutMs),
  }).catch((cause: unknown) => {
    throw new ApiError(operation.name, 'network', networkText.failed, undefined, { cause });
  });
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!isEnvelope) return response.blob();
  const requestId = response.headers.get('x-request-id') ?? undefined;
  readResponse(operation, { sentToken, status: response.status, requestId, body: jsonOf(await response.text()) });
  throw new ApiError(operation.name, 'unreadable', networkText.unreadable);
};
