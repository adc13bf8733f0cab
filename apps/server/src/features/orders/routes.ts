/** Ties the calls about orders to their use cases. */
import {
  type AccessRight,
  getBundleOffer as bundleOfferOperation,
  CodedError,
  cancelOrder as cancelOperation,
  createInvoice as createInvoiceOperation,
  createOrder as createOperation,
  exportOrders as exportOperation,
  getOrder as getOperation,
  LIMITS,
  listInvoices as listInvoicesOperation,
  listOrders as listOperation,
  getBookOffer as offerOperation,
  payOrder as payOperation,
  pollOrder as pollOperation,
  requestRefund as refundOperation,
  getRefundRule as ruleOperation,
  listOrdersToInvoice as toInvoiceOperation,
} from '@shufang/contract';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Router } from '../../platform/http/router.ts';
import { mayBuy } from '../account/policy.ts';
import type { Book } from '../catalog/book.ts';
import { findBooks } from '../catalog/find-books.ts';
import { asCodedError, beginPayment } from './begin-payment.ts';
import { offerBundle, orderBundle } from './buy-bundle.ts';
import { createOrder, offerBook } from './create-order.ts';
import { exportOrders } from './export-orders.ts';
import { findInvoiceOfOrder, listInvoicesOf } from './invoice-store.ts';
import { createInvoice } from './invoices.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { listRefundsOf } from './refund-store.ts';
import { refundRuleOf, requestRefund, requireOwnOrder } from './refunds.ts';
import { countToPay, listOrdersToInvoice, listOwnOrders } from './store.ts';
import { askPlatforms, tendOrder } from './tend-order.ts';
import { eventsOf, viewInvoice, viewOrder, viewRefund } from './view.ts';

export interface OrderRouteDependencies extends OrderDependencies {
  readonly rightOf: (context: CallContext, book: Book) => Promise<AccessRight>;
  readonly rightsOf: (context: CallContext, books: readonly Book[]) => Promise<ReadonlyMap<string, AccessRight>>;
}

/** A page that waits asks every two seconds; the platform is asked every third time. */
const ASK_EVERY_MS = 3 * LIMITS.orderPollMs;

export const registerOrderRoutes = (router: Router, deps: OrderRouteDependencies): void => {
  const askerOf = (context: CallContext) => ({
    rightOf: (book: Book) => deps.rightOf(context, book),
    rightsOf: (books: readonly Book[]) => deps.rightsOf(context, books),
  });
  const mayAskerBuy = ({ reader }: CallContext): boolean => reader === undefined || mayBuy(reader.roles);

  router.handleAnyone(offerOperation, ({ bookId }, context) =>
    offerBook(deps, { userId: context.reader?.userId, mayBuy: mayAskerBuy(context), ...askerOf(context) }, bookId),
  );
  router.handleAnyone(bundleOfferOperation, ({ collectionId }, context) =>
    offerBundle(deps, { userId: context.reader?.userId, mayBuy: mayAskerBuy(context), ...askerOf(context) }, collectionId),
  );
  router.handle(createOperation, ({ bookId = '', collectionId, bookIds, priceFen }, context) => {
    const buyer = { userId: context.reader.userId, ...askerOf(context) };
    return collectionId === undefined
      ? createOrder(deps, buyer, { bookId, priceFen })
      : orderBundle(deps, buyer, { collectionId, bookIds, priceFen });
  });
  router.handle(payOperation, (input, context) => beginPayment(deps, context.reader.userId, input));
  router.handle(pollOperation, async ({ no }, { reader }) => {
    const { status, expireAt } = await askPlatforms(deps, await requireOwnOrder(deps, reader.userId, no), ASK_EVERY_MS);
    return { no, status, expireAt, now: deps.clock.now() };
  });
  router.handle(listOperation, async ({ tab, cursor, limit }, context) => {
    const { reader } = context;
    const found = await listOwnOrders(deps.db.orm, reader.userId, { tab, after: cursor, limit: limit + 1 });
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    const toPay = await countToPay(deps.db.orm, reader.userId, deps.clock.now());
    const held = items.filter(({ status }) => status === 'fulfilled' || status === 'partiallyRefunded');
    const bookIds = held.flatMap((order) => order.items.map(({ bookId }) => bookId));
    const rights = await deps.rightsOf(context, await findBooks(deps.db.orm, [...new Set(bookIds)]));
    return {
      items: items.map((order) => viewOrder(order, held.includes(order) ? rights : undefined)),
      toPay,
      ...(last === undefined ? {} : { next: last.no }),
    };
  });
  router.handle(getOperation, async ({ no }, { reader }) => {
    const order = await askPlatforms(deps, await requireOwnOrder(deps, reader.userId, no), ASK_EVERY_MS);
    const refunds = await listRefundsOf(deps.db.orm, no);
    const invoice = await findInvoiceOfOrder(deps.db.orm, no);
    return {
      order: viewOrder(order),
      events: eventsOf(order, refunds),
      refunds: refunds.map(viewRefund),
      ...(invoice === undefined ? {} : { invoice: viewInvoice(invoice) }),
      refundRule: await refundRuleOf(deps, order),
      channels: deps.gateways.map((gateway) => gateway.channel),
    };
  });
  router.handle(cancelOperation, async ({ no }, { reader }) => {
    const order = await requireOwnOrder(deps, reader.userId, no);
    if (order.status !== 'created') throw new CodedError('orders.notPayable');
    const tended = await tendOrder(deps, no, { cancel: true }).catch((error: unknown) => {
      throw asCodedError(deps, no, error);
    });
    const after = tended ?? order;
    if (after.status === 'created') throw new CodedError('orders.channelFailed');
    return { payload: { order: viewOrder(after) }, say: after.status === 'closed' ? '订单已取消' : '这个订单已经付款，没有取消' };
  });
  router.handle(ruleOperation, async ({ no }, { reader }) => refundRuleOf(deps, await requireOwnOrder(deps, reader.userId, no)));
  router.handle(refundOperation, async (input, { reader }) => {
    const { order, refund } = await requestRefund(deps, reader.userId, input);
    return { payload: { order: viewOrder(order), refund: viewRefund(refund) }, say: '已提交退款申请' };
  });
  router.handle(exportOperation, (_, { reader }) => exportOrders(deps, reader.userId));
  router.handle(createInvoiceOperation, async (input, { reader }) => {
    const invoice = await createInvoice(deps, reader.userId, input);
    return { payload: viewInvoice(invoice), say: '已提交发票申请' };
  });
  router.handle(toInvoiceOperation, async ({ cursor, limit }, { reader }) => {
    const found = await listOrdersToInvoice(deps.db.orm, reader.userId, { after: cursor, limit: limit + 1 });
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return { items: items.map((order) => viewOrder(order)), ...(last === undefined ? {} : { next: last.no }) };
  });
  router.handle(listInvoicesOperation, async (_, { reader }) => ({
    items: (await listInvoicesOf(deps.db.orm, reader.userId)).map(viewInvoice),
  }));
};
