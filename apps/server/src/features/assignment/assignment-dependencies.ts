/** Dependencies of the assignment use cases. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';

export interface AssignmentDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Tells the devices of these students that a running attempt of theirs has changed. */
  readonly notifyAttempts: (userIds: readonly string[]) => Promise<void>;
  /** Key that signs receipts of hand-ins. */
  readonly receiptKey: Uint8Array;
}
