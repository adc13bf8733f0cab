/** What the catalogue says a book costs. The prices it is sold at are the orders slice's part. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { Book } from './book.ts';
import { selectBooks, updatePrice } from './store.ts';

/** 0 makes it free. Throws `catalog.bookNotFound`. */
export const setCataloguePrice = async (db: Queryable, bookId: string, priceFen: number, now: number): Promise<Book> => {
  await updatePrice(db, bookId, priceFen, now);
  const [book] = await selectBooks(db, [bookId]);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  return book;
};
