/** Changes the price of a book for an operator or the command line. */
import type { OutputOf, ParsedInputOf, setBookPrice } from '@shufang/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { changeBetween, type Operator, recordAuditEvent } from '../../audit/audit-events.ts';
import { findBook } from '../../catalog/find-books.ts';
import { setCatalogPrice } from '../../catalog/set-catalog-price.ts';
import { findSale } from './price.ts';
import { saleWindowOf } from './sale-window.ts';
import { replaceSku } from './sku-store.ts';

/**
 * Sets the price shown in the catalog and the stored price at which the book is sold, in one transaction. Throws `catalog.bookNotFound`.
 */
export const changeBookPrice = (
  { db, clock }: { db: Database; clock: Clock },
  operator: Operator,
  { bookId, priceFen, termDays, saleFrom, saleTo, renewalFen }: ParsedInputOf<typeof setBookPrice>,
): Promise<OutputOf<typeof setBookPrice>> =>
  db.transaction(async (tx) => {
    const before = await findBook(tx, bookId);
    const sale = { ...(await findSale(tx, bookId)), priceFen: before?.priceFen };
    const { title } = await setCatalogPrice(tx, bookId, priceFen, clock.now());
    await replaceSku(tx, { bookId }, { priceFen, termDays, saleFrom, saleTo }, clock.now());
    await replaceSku(tx, { renewalOf: bookId }, { priceFen: renewalFen ?? 0, termDays: undefined }, clock.now());
    const facts = changeBetween(
      { priceFen: sale.priceFen, termDays: sale.termDays, saleFrom: sale.saleFrom, saleTo: sale.saleTo, renewalFen: sale.renewalFen },
      { priceFen, termDays, saleFrom, saleTo, renewalFen },
    );
    await recordAuditEvent(
      tx,
      operator,
      { action: 'book.price', target: { kind: 'book', id: bookId, name: title }, ...facts },
      clock.now(),
    );
    return {
      bookId,
      priceFen,
      ...(termDays === undefined ? {} : { termDays }),
      ...saleWindowOf({ saleFrom, saleTo }),
      ...(renewalFen === undefined ? {} : { renewalFen }),
    };
  });
