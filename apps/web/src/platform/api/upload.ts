/** Sends a file to the server and tells how far it is. An XMLHttpRequest, for `fetch` does not say how much has been sent. */
import { type InputOf, LIMITS, OP_ID_HEADER, type Operation, type OutputOf } from '@shufang/contract';
import { networkText } from '../messages/zh-cn/network.ts';
import { ApiError } from './api-error.ts';
import { formOf, jsonOf, readAnswer, requestHeaders, underName } from './client.ts';

/** The status a server answers with when a body comes too slowly. */
const TOO_SLOW = 408;

export interface UploadOptions {
  /** Gives the upload up. */
  readonly signal?: AbortSignal | undefined;
  /** `LIMITS.uploadTimeoutMs` unless told. */
  readonly timeoutMs?: number | undefined;
  /** The part of the request that has left, 0 to 1. */
  readonly onProgress?: ((sent: number) => void) | undefined;
}

const multipartOf = (input: object, file: File): FormData => {
  const form = new FormData();
  for (const [name, value] of formOf(input)) form.append(name, value);
  // The server reads the fields before the file is there.
  form.append('file', file);
  return form;
};

const send = <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  file: File,
  opId: string | undefined,
  options: UploadOptions,
): Promise<OutputOf<O>> =>
  new Promise((resolve, reject) => {
    const { signal, onProgress } = options;
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const fail = (kind: 'network' | 'timeout') => (): void => reject(new ApiError(operation.name, kind, networkText.failed));
    const leave = (): void => request.abort();
    request.open(operation.method, operation.path);
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
    if (opId !== undefined) request.setRequestHeader(OP_ID_HEADER, opId);
    request.timeout = options.timeoutMs ?? LIMITS.uploadTimeoutMs;
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('error', fail('network'));
    request.addEventListener('timeout', fail('timeout'));
    request.addEventListener('abort', () => reject(signal?.reason));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', leave));
    request.addEventListener('load', () => {
      if (request.status === TOO_SLOW) return fail('timeout')();
      const requestId = request.getResponseHeader('x-request-id') ?? undefined;
      try {
        resolve(readAnswer(operation, request.status, requestId, jsonOf(request.responseText)));
      } catch (error) {
        reject(error);
      }
    });
    signal?.addEventListener('abort', leave, { once: true });
    request.send(multipartOf(input as object, file));
  });

/** Calls `operation` with a file by multipart. Answers and throws as `call` does. */
export const upload = <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  file: File,
  options: UploadOptions = {},
): Promise<OutputOf<O>> =>
  underName(operation, { input, file: [file.name, file.size, file.lastModified] }, (opId) => send(operation, input, file, opId, options));
