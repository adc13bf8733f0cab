/** What the catalogue asks others about the person looking: it knows neither rights nor reading, so the assembly hands these in. */
import type { AccessRight, HeldRight, Locator, RightSource } from '@shufang/contract';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Book } from './book.ts';
import { noPersonalMarks, type PersonalMarks } from './view.ts';

/** Whose right is asked for, and from where. */
export type Asker = Pick<CallContext, 'reader' | 'address'>;

export interface RecentProgress {
  readonly bookId: string;
  readonly locator: Locator;
  readonly updatedAt: number;
}

export interface Personal {
  /** Newest first. */
  readonly recentProgress: (userId: string, limit: number) => Promise<RecentProgress[]>;
  readonly progressOf: (userId: string, bookIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly rightOf: (asker: Asker, book: Book) => Promise<AccessRight>;
  readonly rightsOf: (asker: Asker, books: readonly Book[]) => Promise<ReadonlyMap<string, AccessRight>>;
  /** What institutions bought whose right is the asker's now. `bookIds` absent: every book. */
  readonly licencesFor: (asker: Asker) => Promise<readonly { institution: string; bookIds: ReadonlySet<string> | undefined }[]>;
  /** Whether an institution's sign-in could open a book, and which institutions of the asker's own. Undefined: none could. */
  readonly institutionSignInFor: (asker: Asker, book: Book) => Promise<{ names: string[] } | undefined>;
  /** Books the person holds or held a right to, the newest first, with all these rights. */
  readonly ownedSince: (userId: string) => Promise<{ bookId: string; since: number; source: RightSource; held: readonly HeldRight[] }[]>;
}

/** The right in force and the progress for a list of cards. Strangers have rights too: free books, trials, their institution's network. */
export const personalMarksFor = async (personal: Personal, asker: Asker, books: readonly Book[]): Promise<PersonalMarks> => {
  if (books.length === 0) return noPersonalMarks;
  const userId = asker.reader?.userId;
  const bookIds = books.map((book) => book.id);
  const [rights, progress] = await Promise.all([
    personal.rightsOf(asker, books),
    userId === undefined ? noPersonalMarks.progress : personal.progressOf(userId, bookIds),
  ]);
  return { rights, progress };
};
