/** What the shelf's use cases lean on; the assembly hands it in. */
import type { CollectionCard, Locator, StandingCard, SyncOp, SyncResult } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';

export interface ShelfDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly bookExists: (bookId: string) => Promise<boolean>;
  /** By book id, as the person sees them now; drafts and unknown ones are left out. */
  readonly standingCards: (context: ReaderContext, bookIds: readonly string[]) => Promise<ReadonlyMap<string, StandingCard>>;
  /** By id; hidden and unknown ones are left out. */
  readonly collectionCards: (context: ReaderContext, ids: readonly string[]) => Promise<ReadonlyMap<string, CollectionCard>>;
  readonly ownedSince: (userId: string) => Promise<readonly { bookId: string; since: number }[]>;
  /** Newest first. */
  readonly recentProgress: (userId: string, limit: number) => Promise<readonly { bookId: string; locator: Locator; updatedAt: number }[]>;
  /** Takes changes in as if a device had sent them, so that the others learn of them. */
  readonly push: (userId: string, ops: readonly SyncOp[]) => Promise<readonly SyncResult[]>;
}
