/** Dependencies of the bookshelf use cases. */
import type { BookStatusCard, CollectionCard, getMyTodo, Locator, OutputOf, SyncOp } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';
import { findCollectionCards } from '../catalog/collections/find-collections.ts';
import { findBook } from '../catalog/find-books.ts';
import { findBookStatusCards } from '../catalog/lists/book-status-cards.ts';
import type { AccessRights } from '../entitlement/access-rights.ts';
import { listWaitingApplications } from '../verification/waiting-applications.ts';

type Todo = OutputOf<typeof getMyTodo>;

/** Dependencies that the assembly passes in: functions of slices that the bookshelf may not import, and stores that are not exported. */
interface OtherSlices {
  readonly countNotes: (userId: string) => Promise<number>;
  readonly countOrdersToPay: (userId: string) => Promise<number>;
  readonly countTickets: (userId: string) => Promise<Readonly<Record<'open' | 'answered', number>>>;
  /**
   * Applies shelf changes through sync, so that every device of the user receives them: all, or none if one is rejected. Throws
   * `sync.opInvalid`.
   */
  readonly push: (userId: string, ops: readonly SyncOp[]) => Promise<void>;
}

export interface BookshelfDependencies extends OtherSlices {
  readonly db: Database;
  readonly clock: Clock;
  readonly bookExists: (bookId: string) => Promise<boolean>;
  /** Returns the cards of these books by book id, with the user's current right; drafts and unknown books are left out. */
  readonly statusCards: (caller: ReaderContext, bookIds: readonly string[]) => Promise<ReadonlyMap<string, BookStatusCard>>;
  /** Returns the cards of these collections by id; hidden and unknown collections are left out. */
  readonly collectionCards: (caller: ReaderContext, ids: readonly string[]) => Promise<ReadonlyMap<string, CollectionCard>>;
  /** Returns the books the user owns and those of the user's classes; books that the user reads through an institution are not included. */
  readonly ownedSince: (userId: string) => Promise<readonly { bookId: string; since: number }[]>;
  /** Returns the user's latest reading positions, newest first. */
  readonly recentProgress: (userId: string, limit: number) => Promise<readonly { bookId: string; locator: Locator; updatedAt: number }[]>;
  readonly institutionsFor: (caller: Pick<ReaderContext, 'reader' | 'address'>) => Promise<Todo['institutions']>;
  readonly waitingApplications: (userId: string) => Promise<Todo['applications']>;
}

export const createBookshelfDependencies = (
  { catalog, rights }: { readonly catalog: Pick<CatalogDependencies, 'db' | 'clock' | 'personal'>; readonly rights: AccessRights },
  others: OtherSlices,
): BookshelfDependencies => {
  const { db, clock, personal } = catalog;
  return {
    ...others,
    db,
    clock,
    bookExists: async (bookId) => (await findBook(db.orm, bookId)) !== undefined,
    statusCards: async (caller, bookIds) =>
      new Map((await findBookStatusCards(catalog, caller, bookIds)).map((card) => [card.book.id, card])),
    collectionCards: (_caller, ids) => findCollectionCards(db.orm, ids),
    ownedSince: async (userId) => (await rights.ownedBy(userId)).filter(({ source }) => source !== 'institution'),
    recentProgress: personal.recentProgress,
    institutionsFor: async (caller) =>
      (await rights.licensesFor(caller)).map(({ institution, mode, bookIds, endsAt }) => ({
        name: institution,
        via: mode,
        scope: bookIds === undefined ? ('all' as const) : ('books' as const),
        endsAt,
      })),
    waitingApplications: (userId) => listWaitingApplications(db.orm, userId, clock.now()),
  };
};
