/** Uploads a file with progress. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
import { type InputOf, OP_ID_HEADER, type Operation, type OutputOf } from '@shufang/contract';
import { CLIENT_LIMITS } from '../limits.ts';
import { networkText } from '../messages/zh-cn/network.ts';
import { clientKeyHeader } from '../session/client-key.ts';
import { findSessionToken } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { formOf, jsonOf, readResponse, requestHeaders, withIdempotencyKey } from './client.ts';
import { serverUrl } from './server-url.ts';

/** HTTP status that the server returns for a body that is sent too slowly. */
const TOO_SLOW = 408;

export interface UploadOptions {
  /** Signal that aborts the upload. */
  readonly signal?: AbortSignal | undefined;
  /** Time after which the upload fails; `CLIENT_LIMITS.uploadTimeoutMs` by default. */
  readonly timeoutMs?: number | undefined;
  /** Called with the progress of the upload, 0 to 1. */
  readonly onProgress?: ((sent: number) => void) | undefined;
}

const multipartOf = (input: object, files: readonly File[]): FormData => {
  const form = new FormData();
  for (const [name, value] of formOf(input)) form.append(name, value);
  // The files are appended last, because the server requires them after the fields.
  for (const file of files) form.append('file', file);
  return form;
};

const send = <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  files: readonly File[],
  opId: string | undefined,
  options: UploadOptions,
): Promise<OutputOf<O>> =>
  new Promise((resolve, reject) => {
    const { signal, onProgress } = options;
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const sentToken = findSessionToken();
    const fail = (kind: 'network' | 'timeout') => (): void => reject(new ApiError(operation.name, kind, networkText.failed));
    const abort = (): void => request.abort();
    request.open(operation.method, serverUrl(operation.path));
    for (const [name, value] of Object.entries(requestHeaders(sentToken))) request.setRequestHeader(name, value);
    const forReplay: Record<string, string> = opId === undefined ? {} : { [OP_ID_HEADER]: opId, ...clientKeyHeader() };
    for (const [name, value] of Object.entries(forReplay)) request.setRequestHeader(name, value);
    request.timeout = options.timeoutMs ?? CLIENT_LIMITS.uploadTimeoutMs;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('error', fail('network'));
    request.addEventListener('timeout', fail('timeout'));
    request.addEventListener('abort', () => reject(signal?.reason));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    request.addEventListener('load', () => {
      if (request.status === TOO_SLOW) return fail('timeout')();
      const requestId = request.getResponseHeader('x-request-id') ?? undefined;
      try {
        resolve(readResponse(operation, { sentToken, status: request.status, requestId, body: jsonOf(request.responseText) }));
      } catch (error) {
        reject(error);
      }
    });
    signal?.addEventListener('abort', abort, { once: true });
    request.send(multipartOf(input as object, files));
  });

/** Calls `operation` with a file, or several, by multipart. Returns and throws like `call`. */
export const upload = <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  file: File | readonly File[],
  options: UploadOptions = {},
): Promise<OutputOf<O>> => {
  const files = file instanceof File ? [file] : file;
  return withIdempotencyKey(
    operation,
    { input, file: files.flatMap(({ name, size, lastModified }) => [name, size, lastModified]) },
    (opId) => send(operation, input, files, opId, options),
  );
};
