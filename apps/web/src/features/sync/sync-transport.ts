/** Interface between the sync session and its HTTP transport. */
import type { SyncChange, SyncOp, SyncResult, UnknownChange } from '@shufang/contract';

/**
 * Why a call failed. `offline`: retry later. `signedOut`: wait for a sign-in. `refused`: the server returned an error that a retry would
 * not fix.
 */
export type SyncFailureKind = 'offline' | 'signedOut' | 'refused';

export class SyncFailure extends Error {
  readonly kind: SyncFailureKind;
  constructor(kind: SyncFailureKind, options?: ErrorOptions) {
    super(`sync: ${kind}`, options);
    this.name = 'SyncFailure';
    this.kind = kind;
  }
}

/** Sends and receives changes. All methods throw `SyncFailure` and show no messages. */
export interface SyncTransport {
  push(deviceId: string, ops: readonly SyncOp[]): Promise<{ results: SyncResult[]; seq: number }>;
  pull(since: number): Promise<{ changes: (SyncChange | UnknownChange)[]; seq: number; more: boolean }>;
  /** Calls `onSeq` for every event until `signal` aborts or the stream breaks; resolves when the stream was closed cleanly. */
  listen(signal: AbortSignal, onOpen: () => void, onSeq: (seq: number) => void): Promise<void>;
}
