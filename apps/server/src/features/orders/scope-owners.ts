/** Owners of the objects of this slice that admin operations name. */
import type { OwnerOf } from '../authorization/access-scope.ts';
import { ownerOfBooks } from '../publication/versions/publisher-scope.ts';
import { findInvoice } from './invoices/invoice-store.ts';
import { findRefund } from './refunds/refund-store.ts';
import { findOrder, listOrdersByNo } from './store.ts';

const booksOf = (orders: readonly { readonly items: readonly { readonly bookId: string }[] }[]): string[] =>
  orders.flatMap(({ items }) => items.map(({ bookId }) => bookId));

export const orderOwners = {
  invoice: async (db, id) => {
    const found = await findInvoice(db, id);
    return found && ownerOfBooks(db, booksOf(await listOrdersByNo(db, found.orderNos)));
  },
  /** A refund without named books concerns the whole order. */
  refund: async (db, id) => {
    const found = await findRefund(db, id);
    if (found === undefined) return undefined;
    const order = found.bookIds.length > 0 ? undefined : await findOrder(db, found.orderNo);
    return ownerOfBooks(db, order === undefined ? found.bookIds : booksOf([order]));
  },
} satisfies Record<string, OwnerOf>;
