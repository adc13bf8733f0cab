/** Sets the price of a book in the catalog. The orders slice owns the SKUs. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { Book } from './book.ts';
import { selectBooks, updatePrice } from './store.ts';

/** Sets the price in fen; 0 makes the book free. Throws `catalog.bookNotFound`. */
export const setCatalogPrice = async (db: Queryable, bookId: string, priceFen: number, now: number): Promise<Book> => {
  await updatePrice(db, bookId, priceFen, now);
  const [book] = await selectBooks(db, [bookId]);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  return book;
};
