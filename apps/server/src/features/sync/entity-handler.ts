/** What the sync slice asks of whoever owns a kind of record; put together where the server is assembled. */
import type { Hlc, SyncChange, SyncEntity, SyncOp } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';

/** A record as it is pulled, before it has its number. */
export type SyncRecord = SyncChange extends infer Change ? (Change extends SyncChange ? Omit<Change, 'seq'> : never) : never;

/** The clock an op is saved under. */
interface OpStamp {
  readonly hlc: Hlc;
  /** As the device sent it; later than `hlc` when the device's clock runs ahead. */
  readonly sentHlc: Hlc;
  /** The server's time, UTC ms. */
  readonly now: number;
}

interface OpOutcome {
  /** `merged`: some of it lost against a later edit, or was kept beside one. */
  readonly status: 'applied' | 'merged';
  /** False when no device has anything to learn from this op. */
  readonly changed: boolean;
}

/** Writes one checked op. Runs under the person's lock, in a savepoint of its own; a coded error undoes and rejects only this op. */
export type ApplyOp = (tx: Transaction, stamp: OpStamp) => Promise<OpOutcome>;

export interface SyncEntityHandler {
  readonly entity: SyncEntity;
  /** Checks form and references, outside any transaction. Throws the coded error the op is rejected with. */
  prepare(userId: string, op: SyncOp): Promise<ApplyOp>;
  /** Records of this person by id, in any order; unknown ids are left out. */
  read(db: Queryable, userId: string, ids: readonly string[]): Promise<SyncRecord[]>;
}
