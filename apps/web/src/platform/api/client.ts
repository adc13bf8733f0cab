/** The only `fetch` of the web client: headers, time limit, the envelope parsed by contract, failures thrown as `ApiError`. */
import {
  AUTHORIZATION_SCHEME,
  DEVICE_CODE_HEADER,
  DEVICE_ID_HEADER,
  type ErrorCode,
  errorCodes,
  type InputOf,
  LIMITS,
  OP_ID_HEADER,
  type Operation,
  type OutputOf,
  SUCCESS,
} from '@shufang/contract';
import { z } from 'zod';
import { broadcast } from '../events/broadcasts.ts';
import { networkText } from '../messages/zh-cn/network.ts';
import { thisDeviceCode } from '../session/device-code.ts';
import { deviceId } from '../session/device-id.ts';
import { findSessionToken } from '../session/session.ts';
import { noteFault } from '../telemetry/recent-faults.ts';
import { ApiError } from './api-error.ts';
import { noteReached, noteUnreached } from './connection.ts';
import { takeFirstAnswer } from './first-answers.ts';
import { nameCall } from './op-ids.ts';

const envelope = z.object({
  code: z.string(),
  message: z.string().default(''),
  payload: z.unknown().optional(),
  payLoad: z.unknown().optional(),
});

/** The headers every request carries (product spec, section 7). */
export const requestHeaders = (): Record<string, string> => {
  const token = findSessionToken();
  return {
    ...(token === undefined ? {} : { authorization: `${AUTHORIZATION_SCHEME} ${token}` }),
    [DEVICE_CODE_HEADER]: thisDeviceCode(),
    [DEVICE_ID_HEADER]: deviceId(),
  };
};

export const formOf = (input: object): URLSearchParams => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined && value !== '') form.set(name, String(value));
  return form;
};

/** The address with its `:name` parts filled from the input, and what of the input is left. */
const addressOf = (operation: Operation, input: object): [string, object] => {
  const left = new Map<string, unknown>(Object.entries(input));
  const address = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(left.get(name));
    left.delete(name);
    return encodeURIComponent(value);
  });
  return [address, Object.fromEntries(left)];
};

/** Calls under `center-user` are form-urlencoded as the specification has them; ours with structured bodies are JSON. */
const requestOf = (operation: Operation, input: object): [string, RequestInit] => {
  if (operation.method === 'GET') {
    const [address, left] = addressOf(operation, input);
    const query = formOf(left).toString();
    return [query === '' ? address : `${address}?${query}`, { method: 'GET' }];
  }
  if (operation.style === 'centerUser') return [operation.path, { method: 'POST', body: formOf(input) }];
  return [operation.path, { method: 'POST', body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }];
};

export interface CallOptions {
  /** Gives the call up early, e.g. when its screen is gone. */
  readonly signal?: AbortSignal | undefined;
  /** 20 s unless told (product spec, section 9). */
  readonly timeoutMs?: number | undefined;
  /** Lets the request outlive the page; for the last words of a page that is being closed. */
  readonly keepalive?: boolean | undefined;
}

/** `AbortSignal.any`, which the oldest runtime we support (Chrome 114) does not have. */
const eitherOf = (first: AbortSignal, second: AbortSignal): AbortSignal => {
  const either = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) either.abort(signal.reason);
    else signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal });
  }
  return either.signal;
};

interface Received {
  readonly status: number;
  readonly requestId: string | undefined;
  /** Not JSON: undefined. */
  readonly body: unknown;
}

/** Undefined for anything but JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Not an envelope: `readAnswer` says what that means.
    return undefined;
  }
};

const send = async (operation: Operation, input: object, opId: string | undefined, options: CallOptions): Promise<Received> => {
  const [address, init] = requestOf(operation, input);
  const brought = operation.method === 'GET' && findSessionToken() === undefined ? takeFirstAnswer(address) : undefined;
  if (brought !== undefined) return { status: 200, requestId: undefined, body: brought };
  const timeout = AbortSignal.timeout(options.timeoutMs ?? LIMITS.requestTimeoutMs);
  const signal = options.signal ? eitherOf(options.signal, timeout) : timeout;
  try {
    const response = await fetch(address, {
      ...init,
      headers: {
        ...requestHeaders(),
        ...(opId === undefined ? {} : { [OP_ID_HEADER]: opId }),
        ...(init.headers as Record<string, string> | undefined),
      },
      signal,
      credentials: 'omit',
      keepalive: options.keepalive ?? false,
    });
    // Read within the same limit: an answer that breaks off half way is none.
    const text = await response.text();
    noteReached();
    return { status: response.status, requestId: response.headers.get('x-request-id') ?? undefined, body: jsonOf(text) };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    noteUnreached();
    throw new ApiError(operation.name, timeout.aborted ? 'timeout' : 'network', networkText.failed, undefined, { cause });
  }
};

const isErrorCode = (code: string): code is ErrorCode => (errorCodes as readonly string[]).includes(code);

/** The payload of an answer, checked by the contract. A message of the server is shown. */
export const readAnswer = <O extends Operation>(
  operation: O,
  status: number,
  requestId: string | undefined,
  answer: unknown,
): OutputOf<O> => {
  const body = envelope.safeParse(answer);
  if (!body.success) {
    const kind = status >= 500 ? 'busy' : 'unreadable';
    throw new ApiError(operation.name, kind, networkText.busy, undefined, { cause: body.error, requestId });
  }
  const { code, message } = body.data;
  if (code !== SUCCESS) {
    if (status === 500) throw new ApiError(operation.name, 'busy', networkText.busy, isErrorCode(code) ? code : undefined, { requestId });
    throw new ApiError(operation.name, 'refused', message, isErrorCode(code) ? code : undefined, { requestId });
  }
  const output = operation.output.safeParse(body.data.payload ?? body.data.payLoad);
  if (!output.success)
    throw new ApiError(operation.name, 'unreadable', networkText.unreadable, undefined, { cause: output.error, requestId });
  if (message !== '') broadcast('toast', { kind: 'success', text: message, timeoutMs: LIMITS.serverMessageToastMs });
  return output.data as OutputOf<O>;
};

/** True when the server has said what became of the call. */
const isAnswer = (error: unknown): boolean => error instanceof ApiError && error.kind === 'refused' && error.code !== 'request.inProgress';

/** Does `work` under the name of a POST call, and keeps the name while no answer came (`op-ids.ts`). */
export const underName = async <T>(operation: Operation, input: unknown, work: (opId: string | undefined) => Promise<T>): Promise<T> => {
  if (operation.method !== 'POST' || operation.repeatsSafely) return work(undefined);
  const name = nameCall(operation, input);
  try {
    const result = await work(name.opId);
    name.answered();
    return result;
  } catch (error) {
    if (isAnswer(error)) name.answered();
    else name.leftOpen();
    throw error;
  }
};

/** Calls `operation`. Answers its parsed payload; throws `ApiError`, or the abort reason when `signal` was used. */
export const call = <O extends Operation>(operation: O, input: InputOf<O>, options: CallOptions = {}): Promise<OutputOf<O>> =>
  underName(operation, input, async (opId) => {
    try {
      const { status, requestId, body } = await send(operation, input as object, opId, options);
      return readAnswer(operation, status, requestId, body);
    } catch (error) {
      if (error instanceof ApiError) noteFault(error);
      throw error;
    }
  });
