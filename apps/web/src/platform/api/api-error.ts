import type { ErrorCode } from '@shufang/contract';

/** How a call failed. `network` and `timeout`: no answer; `busy`: HTTP 500; `unreadable`: an answer outside the contract; `refused`: the server said no, `code` says why. */
export type ApiErrorKind = 'network' | 'timeout' | 'busy' | 'unreadable' | 'refused';

/** A failed call. `message` is the Chinese sentence a person may read. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly code: ErrorCode | undefined;
  readonly operationName: string;
  /** The server's number of the request, for people who ask for help. */
  readonly requestId: string | undefined;
  constructor(
    operationName: string,
    kind: ApiErrorKind,
    message: string,
    code?: ErrorCode,
    options?: ErrorOptions & { requestId?: string | undefined },
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.kind = kind;
    this.code = code;
    this.operationName = operationName;
    this.requestId = options?.requestId;
  }
}

/** What a person typed cannot be sent; the form that asked tells it at the field. */
export class FieldFault extends Error {}

/** True when the server refused with one of `codes`. */
export const isRefusal = (error: unknown, ...codes: readonly ErrorCode[]): error is ApiError =>
  error instanceof ApiError && error.kind === 'refused' && error.code !== undefined && codes.includes(error.code);

/** True when no answer came: nothing is known about what the server did. */
export const isNetworkFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');
