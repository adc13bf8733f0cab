/** Finds a book that is visible to readers, and checks whether the caller can buy it. */
import { type AccessRight, CodedError } from '@shufang/contract';
import type { CallContext } from '../../../platform/http/call-context.ts';
import { mayBuy } from '../../authorization/grants.ts';
import type { Book } from '../../catalog/book.ts';
import { findBook } from '../../catalog/find-books.ts';
import type { OrderDependencies } from '../order-dependencies.ts';

/** Returns the book unless it is a draft. Throws `catalog.bookNotFound`. */
export const requireListedBook = async (deps: Pick<OrderDependencies, 'db'>, bookId: string): Promise<Book> => {
  const book = await findBook(deps.db.orm, bookId);
  if (book === undefined || book.shelfState === 'draft') throw new CodedError('catalog.bookNotFound');
  return book;
};

/** Returns whether the reader already has the whole book permanently. A right that ends can be extended by an order. */
export const hasNothingToBuy = (right: AccessRight): boolean => right.kind === 'owned' && right.endsAt === undefined;

/** Returns whether the caller may buy: true for anonymous users, who sign in before they order, and for users whose roles allow buying. */
export const mayCallerBuy = ({ reader }: Pick<CallContext, 'reader'>): boolean => reader === undefined || mayBuy(reader.roles);
