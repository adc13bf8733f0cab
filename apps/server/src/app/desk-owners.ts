/** Whose the things are that the desk's calls name, asked of the slices they belong to. */
import type { DeskObject } from '../features/account/desk-marks.ts';
import type { Owner, OwnerOf } from '../features/account/reach.ts';
import { findCollectionById, ownerOfCollection } from '../features/catalog/collection-store.ts';
import { findRating } from '../features/catalog/rating-store.ts';
import { ownerOfShortLink } from '../features/catalog/short-links.ts';
import { findBatch } from '../features/commerce/batch-store.ts';
import { findClaim } from '../features/commerce/claim-store.ts';
import { ownerOfLicence } from '../features/commerce/licence-store.ts';
import { findErratum } from '../features/errata/store.ts';
import { findInstitution } from '../features/institution/settings-store.ts';
import { ownerOfImport } from '../features/media/import/import-job.ts';
import { publishersOfBooks } from '../features/media/publication/books-within.ts';
import { findInvoice } from '../features/orders/invoice-store.ts';
import { findRefund } from '../features/orders/refund-store.ts';
import { findOrder, listOrdersByNo } from '../features/orders/store.ts';
import type { Queryable } from '../platform/database.ts';

const ownerOfBooks = async (db: Queryable, bookIds: readonly string[]): Promise<Owner> => ({
  publishers: await publishersOfBooks(db, bookIds),
});

/** Of what hangs on one book. */
const byBook =
  (find: (db: Queryable, id: string) => Promise<{ readonly bookId: string } | undefined>): OwnerOf =>
  async (db, id) => {
    const found = await find(db, id);
    return found && ownerOfBooks(db, [found.bookId]);
  };

const booksOf = (orders: readonly { readonly items: readonly { readonly bookId: string }[] }[]): string[] =>
  orders.flatMap(({ items }) => items.map(({ bookId }) => bookId));

export const deskOwners: Readonly<Record<DeskObject, OwnerOf>> = {
  book: (db, id) => ownerOfBooks(db, [id]),
  claim: byBook(findClaim),
  codeBatch: byBook(findBatch),
  collection: async (db, id) => {
    const found = await findCollectionById(db, id);
    return found && ownerOfCollection(found);
  },
  erratum: byBook(findErratum),
  import: ownerOfImport,
  institution: async (db, id) => ((await findInstitution(db, id)) === undefined ? undefined : { publishers: [], institutionId: id }),
  invoice: async (db, id) => {
    const found = await findInvoice(db, id);
    return found && ownerOfBooks(db, booksOf(await listOrdersByNo(db, found.orderNos)));
  },
  licence: ownerOfLicence,
  rating: byBook(findRating),
  /** One of no named books is of the whole order. */
  refund: async (db, id) => {
    const found = await findRefund(db, id);
    if (found === undefined) return undefined;
    const order = found.bookIds.length > 0 ? undefined : await findOrder(db, found.orderNo);
    return ownerOfBooks(db, order === undefined ? found.bookIds : booksOf([order]));
  },
  shortLink: ownerOfShortLink,
};
