/** Fetches a file from a call that answers with its bytes, and with the envelope only where it refuses. */
import { type InputOf, LIMITS, type Operation } from '@shufang/contract';
import { networkText } from '../messages/zh-cn/network.ts';
import { ApiError } from './api-error.ts';
import { jsonOf, readAnswer, requestHeaders } from './client.ts';

/** Throws as `call` does. */
export const fetchFile = async <O extends Operation>(operation: O, input: InputOf<O>): Promise<Blob> => {
  const response = await fetch(operation.path, {
    method: operation.method,
    headers: { ...requestHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify(input),
    credentials: 'omit',
    signal: AbortSignal.timeout(LIMITS.uploadTimeoutMs),
  }).catch((cause: unknown) => {
    throw new ApiError(operation.name, 'network', networkText.failed, undefined, { cause });
  });
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!isEnvelope) return response.blob();
  readAnswer(operation, response.status, response.headers.get('x-request-id') ?? undefined, jsonOf(await response.text()));
  throw new ApiError(operation.name, 'unreadable', networkText.unreadable);
};
