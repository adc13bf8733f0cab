/** What the shelf's use cases lean on; the assembly hands it in. */
import type { CollectionCard, getMyTodo, Locator, OutputOf, StandingCard, SyncOp, SyncResult } from '@shufang/contract';
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
  /** Without what an institution lends. */
  readonly ownedSince: (userId: string) => Promise<readonly { bookId: string; since: number }[]>;
  /** Newest first. */
  readonly recentProgress: (userId: string, limit: number) => Promise<readonly { bookId: string; locator: Locator; updatedAt: number }[]>;
  /** Takes changes in as if a device had sent them, so that the others learn of them. */
  readonly push: (userId: string, ops: readonly SyncOp[]) => Promise<readonly SyncResult[]>;
}

type Todo = OutputOf<typeof getMyTodo>;

/** What the head of a person's page is made of; each slice answers for its own. */
export interface TodoDependencies {
  readonly ownedSince: ShelfDependencies['ownedSince'];
  readonly countNotes: (userId: string) => Promise<number>;
  readonly countOrdersToPay: (userId: string) => Promise<number>;
  readonly countTickets: (userId: string) => Promise<{ open: number; answered: number }>;
  readonly institutionsFor: (asker: Pick<ReaderContext, 'reader' | 'address'>) => Promise<Todo['institutions']>;
  readonly waitingApplications: (userId: string) => Promise<Todo['applications']>;
}
