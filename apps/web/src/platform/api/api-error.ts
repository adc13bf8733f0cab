import type { ErrorCode } from '@shufang/contract';

/**
 * How a call failed. `network` and `timeout`: no response; `busy`: HTTP 500; `unreadable`: a response outside the contract; `refused`: an
 * error with `code`.
 */
export type ApiErrorKind = 'network' | 'timeout' | 'busy' | 'unreadable' | 'refused';

/** A failed call. `message` is a Chinese sentence for the user. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly code: ErrorCode | undefined;
  readonly operationName: string;
  /** The server's request id, which the user can give to the operator. */
  readonly requestId: string | undefined;
  /** Payload of the error, parsed by the contract (`Operation.refusals`). */
  readonly payload: unknown;
  constructor(
    operationName: string,
    kind: ApiErrorKind,
    message: string,
    code?: ErrorCode,
    options?: ErrorOptions & { requestId?: string | undefined; payload?: unknown },
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.kind = kind;
    this.code = code;
    this.operationName = operationName;
    this.requestId = options?.requestId;
    this.payload = options?.payload;
  }
}

/** Returns whether the call got no response, or none in time, so that its result is unknown. */
export const isNetworkError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');

/** Error for invalid input of a form, which shows it at the field. */
export class FieldValueError extends Error {}

/** Returns whether the server responded with one of the error `codes`. */
export const isRefusal = (error: unknown, ...codes: readonly ErrorCode[]): error is ApiError =>
  error instanceof ApiError && error.kind === 'refused' && error.code !== undefined && codes.includes(error.code);
