/** The one main button of a product page, by the right in force and by how the book can be got. */
import type { BookInfo } from './book-facts.tsx';

/**
 * `again`: all places of the institution are taken now. `institution`: the person's own has bought the book, or there is no other way to
 * it. `browse`: nothing here helps, other books may.
 */
type MainWay = 'read' | 'again' | 'signIn' | 'institution' | 'buy' | 'redeem' | 'browse';

interface Circumstances {
  readonly signedIn: boolean;
  /** The book is, or may be, for sale to this person. */
  readonly isSold: boolean;
}

type Question = Pick<BookInfo, 'right' | 'institutionSignIn'> & { readonly book: Pick<BookInfo['book'], 'accessModel' | 'removed'> };

/** Of a collection's page: what it is bought by, or its place among one's own books. Undefined: nobody knows yet. */
export const mainWayOfCollection = (isSold: boolean | undefined): 'buy' | 'shelf' | undefined =>
  isSold === undefined ? undefined : isSold ? 'buy' : 'shelf';

/** What costs nothing comes before what costs money. */
export const mainWayOf = ({ book, right, institutionSignIn }: Question, { signedIn, isSold }: Circumstances): MainWay => {
  if (right.kind !== 'none') return 'read';
  if (book.removed === true) return 'browse';
  if (right.full === true) return 'again';
  if (right.openBySignIn === true) return 'signIn';
  if (institutionSignIn !== undefined && (book.accessModel === 'institutionOnly' || institutionSignIn.names.length > 0))
    return 'institution';
  if (isSold) return 'buy';
  if (right.openByCode === true) return 'redeem';
  return signedIn ? 'browse' : 'signIn';
};
