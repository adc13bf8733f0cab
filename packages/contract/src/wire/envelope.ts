import type { ErrorCode } from '../errors.ts';

/** What every call answers. `message` is shown to the person whenever it is not empty (product spec, section 8), so reads leave it empty. */
export interface Envelope<Payload = unknown> {
  readonly code: 'success' | ErrorCode;
  readonly message: string;
  readonly payload: Payload | null;
  /** The inherited spelling, on calls under `/api/center-user` only; always equal to `payload`. */
  readonly payLoad?: Payload | null;
}

export const SUCCESS = 'success';
