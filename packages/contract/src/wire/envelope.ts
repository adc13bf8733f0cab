import type { ErrorCode } from '../errors.ts';

/**
 * The body of every response. The client shows `message` whenever it is not empty (specification.md §8), so operations that only read
 * data leave it empty.
 */
export interface Envelope<Payload = unknown> {
  readonly code: 'success' | ErrorCode;
  readonly message: string;
  readonly payload: Payload | null;
  /** The payload once more, under its inherited spelling; only in calls under `/api/center-user`. */
  readonly payLoad?: Payload | null;
}

export const SUCCESS = 'success';
