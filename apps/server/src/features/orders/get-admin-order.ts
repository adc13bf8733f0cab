/**
 * Returns an order for operators: its buyer, history, payments, entitlements, refunds and invoice. Of an order with books of other
 * publishers it returns the part within the access scope. Throws `orders.notFound`.
 */
import type { UseCase } from '../../platform/http/register.ts';
import { listBoughtRights } from '../entitlement/grant-bought-book.ts';
import { findBuyers } from './buyers.ts';
import { findInvoice, findInvoiceOfOrder } from './invoices/invoice-store.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { listRefundsOf } from './refunds/refund-store.ts';
import { includesRefund, requireScopedOrder } from './scoped-orders.ts';
import { listPaymentEvents } from './store.ts';
import { eventsOf, viewInvoice, viewOrder, viewRefund } from './view.ts';

export const getAdminOrder: UseCase<'getAdminOrder', OrderOperationDependencies> = async (deps, { accessScope }, { no }) => {
  const { orm } = deps.db;
  const scoped = await requireScopedOrder(orm, no, accessScope);
  const { order, isWhole, includesBook } = scoped;
  const refunds = (await listRefundsOf(orm, no)).filter((refund) => includesRefund(scoped, refund));
  const [payments, rights, newestInvoice, buyerOf] = await Promise.all([
    // Events of the payment provider concern the whole payment, so they are shown only to operators who see the whole order.
    isWhole ? listPaymentEvents(orm, no) : [],
    listBoughtRights(orm, no),
    findInvoiceOfOrder(orm, no),
    findBuyers(deps, [order.userId]),
  ]);
  const invoice = newestInvoice && (await findInvoice(orm, newestInvoice.id, accessScope));
  return {
    order: viewOrder(order),
    buyer: buyerOf(order.userId),
    isPart: !isWhole,
    ...(order.channelTxn === undefined ? {} : { channelTxn: order.channelTxn }),
    events: eventsOf(order, refunds),
    payments: payments.map(({ raw, ...event }) => ({ ...event, message: { ...raw } })),
    grants: rights
      .filter(({ bookId }) => includesBook(bookId))
      .map(({ bookId, status, startsAt, endsAt, reason }) => ({
        bookId,
        status,
        startsAt,
        ...(endsAt === undefined ? {} : { endsAt }),
        ...(reason === undefined ? {} : { reason }),
      })),
    refunds: refunds.map(viewRefund),
    ...(invoice === undefined ? {} : { invoice: viewInvoice(invoice) }),
  };
};
