/** Chooses the main action of a product page by the current right and by how the book can be obtained. */
import type { BookInfo } from './book-facts.tsx';

/**
 * The main action of the page of a book. `again`: try again later, because all concurrent slots of the institution are in use.
 * `institution`: read through an institution, which has bought the book or is the only way to get it. `browse`: there is no way to get this
 * book, so look for others.
 */
type MainWay = 'read' | 'again' | 'signIn' | 'institution' | 'buy' | 'redeem' | 'browse';

interface Circumstances {
  readonly signedIn: boolean;
  /** Whether the book is for sale to this user; also true while that is not known yet. */
  readonly isSold: boolean;
}

type Question = Pick<BookInfo, 'right' | 'institutionSignIn'> & { readonly book: Pick<BookInfo['book'], 'accessModel' | 'removed'> };

/** The main action of a collection's page: buy it, or open it on the bookshelf. Undefined while loading. */
export const mainWayOfCollection = (isSold: boolean | undefined): 'buy' | 'shelf' | undefined =>
  isSold === undefined ? undefined : isSold ? 'buy' : 'shelf';

/** Returns the main action of a book's page. Ways that cost nothing come before buying. */
export const mainWayOf = ({ book, right, institutionSignIn }: Question, { signedIn, isSold }: Circumstances): MainWay => {
  if (right.kind !== 'none' && right.kind !== 'trial') return 'read';
  if (book.removed === true) return 'browse';
  if (right.full === true) return 'again';
  if (right.openBySignIn === true) return 'signIn';
  if (institutionSignIn !== undefined && (book.accessModel === 'institutionOnly' || institutionSignIn.names.length > 0))
    return 'institution';
  if (isSold) return 'buy';
  if (right.kind === 'trial') return 'read';
  if (right.openByCode === true) return 'redeem';
  return signedIn ? 'browse' : 'signIn';
};
