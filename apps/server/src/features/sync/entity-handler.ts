/** The interface that the sync slice requires of the owner of each record type; handlers are registered at assembly. */
import type { Hlc, SyncChange, SyncEntity, SyncOp } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';

/** A pulled record without its sequence number. */
export type SyncRecord = SyncChange extends infer Change ? (Change extends SyncChange ? Omit<Change, 'seq'> : never) : never;

/** The timestamps with which an operation is saved. */
interface OpStamp {
  readonly hlc: Hlc;
  /** The timestamp as sent by the device; later than `hlc` if the device's clock is ahead. */
  readonly sentHlc: Hlc;
  /** The server's time, UTC ms. */
  readonly now: number;
}

interface OpOutcome {
  /** The result for the device. `merged`: a part of the operation lost against a later edit, or was stored beside one. */
  readonly status: 'applied' | 'merged';
  /** Whether the operation changes anything for any device. */
  readonly changed: boolean;
}

/**
 * Writes one validated operation. Runs under the user's lock, in its own savepoint; a coded error rolls back and rejects only this
 * operation.
 */
export type ApplyOp = (tx: Transaction, stamp: OpStamp) => Promise<OpOutcome>;

export interface SyncEntityHandler {
  readonly entity: SyncEntity;
  /** Validates the form and the references of an operation, outside any transaction. Throws the coded error with which it is rejected. */
  prepare(userId: string, op: SyncOp): Promise<ApplyOp>;
  /**
   * Called once in the transaction of a push, after all operations, with the ids of this user's changed records. Rows that other users lock
   * too are written here, in a fixed order, so that concurrent pushes do not end in a deadlock.
   */
  finish?(tx: Transaction, userId: string, ids: readonly string[]): Promise<void>;
  /** Returns records of this user by id, in any order; unknown ids are left out. */
  read(db: Queryable, userId: string, ids: readonly string[]): Promise<SyncRecord[]>;
}
