/** What the sync session asks of the network: the seam between the outbox and HTTP. */
import type { LaterChange, SyncChange, SyncOp, SyncResult } from '@shufang/contract';

/** `offline`: try again later. `signedOut`: wait for the person. `refused`: the server answered something that trying again will not cure at once. */
export type SyncFailureKind = 'offline' | 'signedOut' | 'refused';

export class SyncFailure extends Error {
  readonly kind: SyncFailureKind;
  constructor(kind: SyncFailureKind, options?: ErrorOptions) {
    super(`sync: ${kind}`, options);
    this.name = 'SyncFailure';
    this.kind = kind;
  }
}

/** All methods throw `SyncFailure` and never tell the person anything themselves. */
export interface SyncTransport {
  push(deviceId: string, ops: readonly SyncOp[]): Promise<{ results: SyncResult[]; seq: number }>;
  pull(since: number): Promise<{ changes: (SyncChange | LaterChange)[]; seq: number; more: boolean }>;
  /** Calls `onSeq` for every event until `signal` aborts or the stream breaks; resolves when it was closed in order. */
  listen(signal: AbortSignal, onOpen: () => void, onSeq: (seq: number) => void): Promise<void>;
}
