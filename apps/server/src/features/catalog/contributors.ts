/** The stored contributors of a book, from its file or from an editor. */
import type { BookCredit, Contributor } from '@shufang/contract';

/** A stored contributor. Contributors from a file include the publisher. */
export type ContributorEntry = BookCredit | Contributor;

const isBookCredit = (one: ContributorEntry): one is BookCredit => one.role !== 'publisher';

/** Returns the contributors without the publisher, which has a field of its own. */
export const withoutPublisher = (stored: readonly ContributorEntry[]): BookCredit[] => stored.filter(isBookCredit);
