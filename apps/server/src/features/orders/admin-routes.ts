/** What finance and editors do about orders, on the wire. The PDF of an invoice comes as a form with a file in it. */
import {
  getBundlePrice as bundlePriceOperation,
  decideRefund as decideOperation,
  exportAllOrders as exportOperation,
  getDeskOrder as getOperation,
  holdInvoice as holdOperation,
  issueInvoice as issueOperation,
  listInvoiceRequests as listInvoicesOperation,
  listAllOrders as listOperation,
  listRefunds as listRefundsOperation,
  type ParsedInputOf,
  setBookPrice as priceOperation,
  queryOrder as queryOperation,
  readInvoice as readOperation,
  refundOrder as refundOperation,
  rejectInvoice as rejectOperation,
  setOrderRights as rightsOperation,
  SUCCESS,
  setBundlePrice as setBundlePriceOperation,
} from '@shufang/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { operatorOf } from '../../platform/audit.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { describeOperation, fileBytes } from '../../platform/http/describe-operation.ts';
import type { Router } from '../../platform/http/router.ts';
import type { ListedPerson } from '../account/find-people.ts';
import { listBoughtRights } from '../commerce/grant-bought-book.ts';
import type { FileDependencies } from '../files/file-dependencies.ts';
import { asCodedError } from './begin-payment.ts';
import { readBundlePrice, setBundlePrice } from './buy-bundle.ts';
import { exportAllOrders } from './export-orders.ts';
import { countInvoices, findInvoice, findInvoiceOfOrder, listInvoiceRows } from './invoice-store.ts';
import { holdInvoice, openInvoiceFile, rejectInvoice } from './invoices.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { requireOwnRefund, requireSeenOrder, requireWholeOrder, seeOrders, seesRefund } from './order-part.ts';
import { setOrderRights } from './order-rights.ts';
import { setBookPrice } from './price.ts';
import { queryOrder } from './query-order.ts';
import { countRefunds, listRefunds, listRefundsOf } from './refund-store.ts';
import { decideRefund, makeRefund, readShareOfOrder } from './refunds.ts';
import { listAllOrders, listOrdersByNo, listPaymentEvents, type OrderFilter, sumOrders } from './store.ts';
import { takeInvoice } from './take-invoice.ts';
import { eventsOf, viewInvoice, viewOrder, viewRefund } from './view.ts';

export interface OrderAdminDependencies extends OrderDependencies {
  readonly findPeople: (ids: readonly string[]) => Promise<Map<string, ListedPerson>>;
  /** Ids of people by their number, its last four digits or their nickname. */
  readonly searchPeople: (q: string) => Promise<string[]>;
  readonly files: FileDependencies;
  /** Answers the bytes of a person's file as an attachment. */
  readonly sendOwnFile: (request: FastifyRequest, reply: FastifyReply, ownerId: string, fileId: string) => Promise<unknown>;
}

const GONE: Omit<ListedPerson, 'userId'> = { nickname: '', tel: '' };
export const registerOrderAdminRoutes = (router: Router, deps: OrderAdminDependencies): void => {
  const { orm } = deps.db;
  const buyersOf = async (ids: readonly string[]) => {
    const people = await deps.findPeople(ids);
    return (userId: string): ListedPerson => people.get(userId) ?? { userId, ...GONE };
  };
  const pageOf = <T>(found: readonly T[], limit: number, cursorOf: (last: T) => string) => {
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return { items, next: last === undefined ? {} : { next: cursorOf(last) } };
  };

  const filterOf = async (
    { status, channel, from, to, q }: ParsedInputOf<typeof exportOperation>,
    bounds: Bounds | undefined,
  ): Promise<OrderFilter> => ({
    status,
    channel,
    from,
    to,
    q,
    userIds: q === '' ? [] : await deps.searchPeople(q),
    bounds,
  });

  router.handle(listOperation, async ({ cursor, limit, ...asked }, { bounds }) => {
    const filter = await filterOf(asked, bounds);
    const [found, total] = await Promise.all([listAllOrders(orm, filter, { after: cursor, limit: limit + 1 }), sumOrders(orm, filter)]);
    const { items, next } = pageOf(found, limit, (order) => order.no);
    const buyerOf = await buyersOf(items.map((order) => order.userId));
    const seen = await seeOrders(orm, items, bounds);
    return { items: seen.map(({ order }) => ({ order: viewOrder(order), buyer: buyerOf(order.userId) })), ...next, total };
  });
  router.handle(getOperation, async ({ no }, { bounds }) => {
    const seen = await requireSeenOrder(orm, no, bounds);
    const { order, isWhole, sees } = seen;
    const refunds = (await listRefundsOf(orm, no)).filter((refund) => seesRefund(seen, refund));
    const [payments, rights, named, buyerOf] = await Promise.all([
      // What the platform told is about the whole payment.
      isWhole ? listPaymentEvents(orm, no) : [],
      listBoughtRights(orm, no),
      findInvoiceOfOrder(orm, no),
      buyersOf([order.userId]),
    ]);
    const invoice = named && (await findInvoice(orm, named.id, bounds));
    return {
      order: viewOrder(order),
      buyer: buyerOf(order.userId),
      isPart: !isWhole,
      ...(order.channelTxn === undefined ? {} : { channelTxn: order.channelTxn }),
      events: eventsOf(order, refunds),
      payments: payments.map(({ raw, ...event }) => ({ ...event, told: { ...raw } })),
      grants: rights
        .filter(({ bookId }) => sees(bookId))
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
  });
  router.handle(queryOperation, async ({ no }, context) => {
    await requireWholeOrder(orm, no, context.bounds);
    const { before, after } = await queryOrder(deps, operatorOf(context), no).catch((error: unknown) => {
      throw asCodedError(deps, no, error);
    });
    const isSame = before.status === after.status && before.refundedFen === after.refundedFen;
    return { payload: { order: viewOrder(after) }, say: isSame ? '已查询，订单状态没有变化' : '已查询，订单状态已更新' };
  });
  router.handle(exportOperation, async (input, context) =>
    exportAllOrders(deps, operatorOf(context), await filterOf(input, context.bounds)),
  );
  router.handle(listRefundsOperation, async ({ status, cursor, limit }, { bounds }) => {
    const { items, next } = pageOf(
      await listRefunds(orm, { status, bounds, after: cursor, limit: limit + 1 }),
      limit,
      (refund) => refund.id,
    );
    const found = await listOrdersByNo(
      orm,
      items.map((refund) => refund.orderNo),
    );
    const orders = new Map((await seeOrders(orm, found, bounds)).map(({ order }) => [order.no, order]));
    const buyerOf = await buyersOf([...orders.values()].map((order) => order.userId));
    const shown = await Promise.all(
      items.map(async (refund) => {
        const order = orders.get(refund.orderNo);
        if (order === undefined) return [];
        const { channel, askedAt } = refund;
        const readShare = refund.status === 'requested' ? await readShareOfOrder(deps, order, refund.bookIds) : undefined;
        return [
          {
            refund: viewRefund(refund),
            order: viewOrder(order),
            buyer: buyerOf(order.userId),
            channel,
            ...(readShare === undefined ? {} : { readShare }),
            ...(askedAt === undefined ? {} : { askedAt }),
          },
        ];
      }),
    );
    return { items: shown.flat(), ...next, counts: await countRefunds(orm, bounds) };
  });
  router.handle(decideOperation, async (input, context) => {
    const refund = await decideRefund(deps, operatorOf(context), input);
    return { payload: { refund: viewRefund(refund) }, say: input.decision === 'approve' ? '已同意退款，正在退回' : '已驳回退款申请' };
  });
  router.handle(refundOperation, async (input, context) => {
    await requireOwnRefund(orm, input, context.bounds);
    return { payload: { refund: viewRefund(await makeRefund(deps, operatorOf(context), input)) }, say: '已发起退款，正在退回' };
  });
  router.handle(rightsOperation, async (input, context) => {
    await requireWholeOrder(orm, input.no, context.bounds);
    return {
      payload: await setOrderRights(deps, operatorOf(context), input),
      say: input.status === 'suspended' ? '已暂停阅读权限' : '已恢复阅读权限',
    };
  });
  router.handle(bundlePriceOperation, (input) => readBundlePrice(deps, input.collectionId));
  router.handle(setBundlePriceOperation, async (input, context) => ({
    payload: await setBundlePrice(deps, operatorOf(context), input),
    say: input.priceFen === 0 ? '已停止整套出售' : '已更新整套价格',
  }));
  router.handle(listInvoicesOperation, async ({ status, cursor, limit }, { bounds, reader }) => {
    const { items, next } = pageOf(
      await listInvoiceRows(orm, { status, bounds, after: cursor, limit: limit + 1 }),
      limit,
      (invoice) => invoice.id,
    );
    const personOf = await buyersOf(items.flatMap(({ userId, heldBy }) => (heldBy === undefined ? [userId] : [userId, heldBy])));
    return {
      items: items.map(({ heldBy, ...invoice }) => ({
        invoice: viewInvoice(invoice),
        buyer: personOf(invoice.userId),
        ...(heldBy === undefined ? {} : { holder: { nickname: personOf(heldBy).nickname, isMe: heldBy === reader.userId } }),
      })),
      ...next,
      counts: await countInvoices(orm, bounds),
    };
  });
  router.handle(holdOperation, async (input, context) => ({
    payload: viewInvoice(await holdInvoice(deps, operatorOf(context), input)),
    say: input.action === 'take' ? '这张发票由您来开' : '已放回待开具',
  }));
  router.handle(rejectOperation, async (input, context) => ({
    payload: viewInvoice(await rejectInvoice(deps, operatorOf(context), input)),
    say: '已退回发票申请',
  }));
  router.handle(priceOperation, async (input, context) => ({
    payload: await setBookPrice(deps, operatorOf(context), input),
    say: '已更新价格',
  }));

  router.handleFile(readOperation, async (asked, context, { request, reply }) => {
    const { ownerId, fileId } = await openInvoiceFile(deps, operatorOf(context), asked, context.bounds);
    return deps.sendOwnFile(request, reply, ownerId, fileId);
  });
  router.raw((fastify, callContext, once) => {
    fastify.route({
      method: issueOperation.method,
      url: issueOperation.path,
      config: { bodyIsUpload: true },
      schema: describeOperation(issueOperation, issueOperation.input.extend({ file: fileBytes })),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const context = await callContext(request);
        return once(issueOperation, request, context, { bytes: request.headers['content-length'] }, async () => {
          const invoice = await takeInvoice(deps, request, operatorOf(context), context.bounds);
          const message = invoice.status === 'redIssued' ? '已开具红字发票' : '已开具发票';
          return { code: SUCCESS, message, payload: viewInvoice(invoice) };
        });
      },
    });
  });
};
