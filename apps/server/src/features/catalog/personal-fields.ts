/**
 * Fields that depend on the caller and come from other slices (rights, reading progress); the assembly injects the functions that read
 * them.
 */
import type { AccessRight, BookEntitlement, Locator, RightSource } from '@shufang/contract';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Book } from './book.ts';
import { noPersonalFields, type PersonalFields } from './book-card.ts';

/** The caller and the client IP for which rights are resolved. */
export type Caller = Pick<CallContext, 'reader' | 'address'>;

export interface RecentProgress {
  readonly bookId: string;
  readonly locator: Locator;
  readonly updatedAt: number;
}

export interface Personal {
  /** Returns the latest reading positions of a user, newest first. */
  readonly recentProgress: (userId: string, limit: number) => Promise<RecentProgress[]>;
  readonly progressOf: (userId: string, bookIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly rightOf: (caller: Caller, book: Book) => Promise<AccessRight>;
  readonly rightsOf: (caller: Caller, books: readonly Book[]) => Promise<ReadonlyMap<string, AccessRight>>;
  /** Returns the licenses of the caller's institutions. A license without `bookIds` covers every book. */
  readonly licensesFor: (caller: Caller) => Promise<readonly { institution: string; bookIds: ReadonlySet<string> | undefined }[]>;
  /** Returns whether institution sign-in could open a book, with the names of the caller's institutions; undefined if it could not. */
  readonly institutionSignInFor: (caller: Caller, book: Book) => Promise<{ names: string[] } | undefined>;
  /** Returns the books to which the user has or had a right, newest first, with all the user's rights to each. */
  readonly ownedSince: (
    userId: string,
  ) => Promise<{ bookId: string; since: number; source: RightSource; held: readonly BookEntitlement[] }[]>;
}

/**
 * Returns the current rights and progress for a list of cards. Anonymous users have rights too: free books, trials, institutions by IP
 * range.
 */
export const personalFieldsFor = async (personal: Personal, caller: Caller, books: readonly Book[]): Promise<PersonalFields> => {
  if (books.length === 0) return noPersonalFields;
  const userId = caller.reader?.userId;
  const bookIds = books.map((book) => book.id);
  const [rights, progress] = await Promise.all([
    personal.rightsOf(caller, books),
    userId === undefined ? noPersonalFields.progress : personal.progressOf(userId, bookIds),
  ]);
  return { rights, progress };
};
