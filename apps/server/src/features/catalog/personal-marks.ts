/** What the catalogue asks others about the person looking: it knows neither rights nor reading, so the assembly hands these in. */
import type { AccessRight, Locator } from '@shufang/contract';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Book } from './book.ts';
import { noPersonalMarks, type PersonalMarks } from './view.ts';

export interface RecentProgress {
  readonly bookId: string;
  readonly locator: Locator;
  readonly updatedAt: number;
}

export interface Personal {
  readonly ownedBookIds: (userId: string) => Promise<ReadonlySet<string>>;
  /** Newest first. */
  readonly recentProgress: (userId: string, limit: number) => Promise<RecentProgress[]>;
  readonly progressOf: (userId: string, bookIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly rightOf: (context: CallContext, book: Book) => Promise<AccessRight>;
  readonly rightsOf: (context: CallContext, books: readonly Book[]) => Promise<ReadonlyMap<string, AccessRight>>;
  readonly ownedSince: (userId: string) => Promise<{ bookId: string; since: number }[]>;
}

/** Owned marks and progress for a list of cards; nothing for strangers. */
export const personalMarksFor = async (personal: Personal, context: CallContext, books: readonly Book[]): Promise<PersonalMarks> => {
  const userId = context.reader?.userId;
  if (userId === undefined || books.length === 0) return noPersonalMarks;
  const [owned, progress] = await Promise.all([
    personal.ownedBookIds(userId),
    personal.progressOf(
      userId,
      books.map((book) => book.id),
    ),
  ]);
  return { owned, progress };
};
