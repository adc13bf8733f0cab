/** Calls API operations with `fetch`: headers, timeout, envelope parsed by the contract, failures thrown as `ApiError`. */
import {
  AUTHORIZATION_SCHEME,
  DEVICE_CODE_HEADER,
  DEVICE_CREDENTIAL_HEADER,
  DEVICE_ID_HEADER,
  type ErrorCode,
  fillPath,
  type InputOf,
  newId,
  OP_ID_HEADER,
  type Operation,
  type OutputOf,
  SUCCESS,
} from '@shufang/contract';
import { z } from 'zod';
import { broadcast } from '../events/broadcasts.ts';
import { CLIENT_LIMITS } from '../limits.ts';
import { networkText } from '../messages/zh-cn/network.ts';
import { clientKeyHeader } from '../session/client-key.ts';
import { thisDeviceCode } from '../session/device-code.ts';
import { listDeviceCredentials } from '../session/device-credentials.ts';
import { deviceId } from '../session/device-id.ts';
import { findSessionToken } from '../session/session.ts';
import { recordCallError } from '../telemetry/recent-errors.ts';
import { announceSessionEnd } from './announce-session-end.ts';
import { announceStoppedSignIn } from './announce-stopped-sign-in.ts';
import { ApiError } from './api-error.ts';
import { markReachable, markUnreachable } from './connection.ts';
import { takeDehydratedResponse } from './dehydrated-state.ts';
import { takeEarlyResponse } from './early-response.ts';
import { openIdempotencyKey } from './idempotency-keys.ts';
import { serverUrl } from './server-url.ts';

const envelope = z.object({
  code: z.string(),
  message: z.string().default(''),
  payload: z.unknown().optional(),
  payLoad: z.unknown().optional(),
});

/** Returns the header by which an anonymous call, mainly a sign-in, proves that this device has signed in to accounts before. */
const credentialHeader = ({ audience }: Operation): Record<string, string> => {
  const credentials = audience === 'anyone' ? listDeviceCredentials() : [];
  return credentials.length === 0 ? {} : { [DEVICE_CREDENTIAL_HEADER]: credentials.join(',') };
};

/** The headers every request carries (specification.md §7). */
export const requestHeaders = (token: string | undefined): Record<string, string> => {
  return {
    ...(token === undefined ? {} : { authorization: `${AUTHORIZATION_SCHEME} ${token}` }),
    [DEVICE_CODE_HEADER]: thisDeviceCode(),
    [DEVICE_ID_HEADER]: deviceId(),
  };
};

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Encodes input as form fields: nested objects as JSON text, lists as comma-separated items. */
export const formOf = (input: object): URLSearchParams => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== '') form.set(name, isRecord(value) ? JSON.stringify(value) : String(value));
  return form;
};

/** Returns URL and options of the request: specified calls are form-urlencoded, our own calls with structured bodies are JSON. */
export const requestOf = (operation: Operation, input: object): [string, RequestInit] => {
  const [address, fields] = fillPath(operation, input);
  if (operation.method === 'GET') {
    const query = formOf(fields).toString();
    return [query === '' ? address : `${address}?${query}`, { method: 'GET' }];
  }
  if (operation.body === 'form') return [address, { method: 'POST', body: formOf(fields) }];
  return [address, { method: 'POST', body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }];
};

export interface CallOptions {
  /** Signal that aborts the call, e.g. when its screen is unmounted. */
  readonly signal?: AbortSignal | undefined;
  /** Time after which the call fails; 20 s by default (specification.md §9). */
  readonly timeoutMs?: number | undefined;
  /** Whether the request outlives the page, e.g. for the last save of a page that is being closed. */
  readonly keepalive?: boolean | undefined;
}

/** Does the same as `AbortSignal.any`, which the oldest runtime that we support (Chrome 114) does not have. */
const eitherOf = (first: AbortSignal, second: AbortSignal): AbortSignal => {
  const either = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) either.abort(signal.reason);
    else signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal });
  }
  return either.signal;
};

export interface RawResponse {
  /** Token of the session with which the request was made; undefined without a session. */
  readonly sentToken: string | undefined;
  readonly status: number;
  readonly requestId: string | undefined;
  /** The response parsed as JSON; undefined if it is not JSON. */
  readonly body: unknown;
}

/** Parses JSON; returns undefined for any other text. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // A text that is not JSON is not an envelope, so `readResponse` throws the error.
    return undefined;
  }
};

const send = async (operation: Operation, input: object, opId: string | undefined, options: CallOptions): Promise<RawResponse> => {
  const [address, init] = requestOf(operation, input);
  const sentToken = findSessionToken();
  const dehydrated = operation.method === 'GET' && sentToken === undefined ? takeDehydratedResponse(address) : undefined;
  if (dehydrated !== undefined) return { sentToken, status: 200, requestId: undefined, body: dehydrated };
  const early = operation.method === 'GET' ? await takeEarlyResponse(address, sentToken) : undefined;
  options.signal?.throwIfAborted();
  if (early !== undefined) {
    markReachable();
    return { sentToken, status: early.status, requestId: early.requestId, body: jsonOf(early.text) };
  }
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CLIENT_LIMITS.requestTimeoutMs);
  const signal = options.signal ? eitherOf(options.signal, timeout) : timeout;
  try {
    const response = await fetch(serverUrl(address), {
      ...init,
      headers: {
        ...requestHeaders(sentToken),
        ...credentialHeader(operation),
        ...(opId === undefined ? {} : { [OP_ID_HEADER]: opId, ...clientKeyHeader() }),
        ...(init.headers as Record<string, string> | undefined),
      },
      signal,
      credentials: 'omit',
      keepalive: options.keepalive ?? false,
    });
    // The body is read within the same timeout: an incomplete response counts as none.
    const text = await response.text();
    markReachable();
    return { sentToken, status: response.status, requestId: response.headers.get('x-request-id') ?? undefined, body: jsonOf(text) };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    markUnreachable();
    throw new ApiError(operation.name, timeout.aborted ? 'timeout' : 'network', networkText.failed, undefined, { cause });
  }
};

/**
 * Returns a code of the server as an error code. A newer server may send one that this client does not know; it equals none of the codes
 * with which callers compare. A table of all codes would be a tenth of the code of a page.
 */
const errorCodeOf = (code: string): ErrorCode | undefined => (code === '' ? undefined : (code as ErrorCode));

/**
 * Returns the payload of a response, parsed by the contract. Shows the message of a successful response as a toast. If the server reports
 * that the session has ended, opens the dialog about it. Throws `ApiError`.
 */
export const readResponse = <O extends Operation>(
  operation: O,
  { status, requestId, sentToken, ...received }: RawResponse,
): OutputOf<O> => {
  const body = envelope.safeParse(received.body);
  if (!body.success) {
    const kind = status >= 500 ? 'busy' : 'unreadable';
    throw new ApiError(operation.name, kind, networkText.busy, undefined, { cause: body.error, requestId });
  }
  const { code, message } = body.data;
  if (code !== SUCCESS) {
    if (status === 500) throw new ApiError(operation.name, 'busy', networkText.busy, errorCodeOf(code), { requestId });
    announceSessionEnd(operation.path, code, sentToken);
    announceStoppedSignIn(code, body.data.payload ?? body.data.payLoad);
    const errorCode = errorCodeOf(code);
    const refusal = errorCode !== undefined && Object.hasOwn(operation.refusals, errorCode) ? operation.refusals[errorCode] : undefined;
    const payload = refusal?.safeParse(body.data.payload ?? body.data.payLoad).data;
    throw new ApiError(operation.name, 'refused', message, errorCode, { requestId, payload });
  }
  const output = operation.output.safeParse(body.data.payload ?? body.data.payLoad);
  if (!output.success)
    throw new ApiError(operation.name, 'unreadable', networkText.unreadable, undefined, { cause: output.error, requestId });
  if (message !== '') broadcast('toast', { kind: 'success', text: message, timeoutMs: CLIENT_LIMITS.serverMessageToastMs });
  return output.data as OutputOf<O>;
};

/** Returns whether the error is final, so that the same call need not be sent again to learn its result. */
const isFinalResponse = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'refused' && error.code !== 'request.inProgress';

/** Runs `work` with the idempotency key of a POST call, which is reused until a final response arrives (`idempotency-keys.ts`). */
export const withIdempotencyKey = async <T>(
  operation: Operation,
  input: unknown,
  work: (opId: string | undefined) => Promise<T>,
): Promise<T> => {
  if (operation.method !== 'POST' || operation.isIdempotent) return work(undefined);
  // The server does not store the response of such an operation and would reject a second request with the same key, so each call gets a
  // new key.
  if (operation.replay === 'never') return work(newId());
  const name = openIdempotencyKey(operation, input);
  try {
    const result = await work(name.opId);
    name.complete();
    return result;
  } catch (error) {
    if (isFinalResponse(error)) name.complete();
    else name.retain();
    throw error;
  }
};

/** Calls `operation`. Returns its parsed payload. Throws `ApiError`, or the abort reason of `signal`. */
export const call = <O extends Operation>(operation: O, input: InputOf<O>, options: CallOptions = {}): Promise<OutputOf<O>> =>
  withIdempotencyKey(operation, input, async (opId) => {
    try {
      return readResponse(operation, await send(operation, input as object, opId, options));
    } catch (error) {
      if (error instanceof ApiError) recordCallError(error);
      throw error;
    }
  });
