/** What finance and editors do about orders, on the wire. The PDF of an invoice comes as a form with a file in it. */
import {
  getBundlePrice as bundlePriceOperation,
  CodedError,
  decideRefund as decideOperation,
  exportAllOrders as exportOperation,
  getDeskOrder as getOperation,
  issueInvoice as issueOperation,
  LIMITS,
  listInvoiceRequests as listInvoicesOperation,
  listAllOrders as listOperation,
  listRefunds as listRefundsOperation,
  type OutputOf,
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
import { type DeskOperator, operatorOf, recordAct } from '../../platform/audit.ts';
import { describeOperation, fileBytes } from '../../platform/http/describe-operation.ts';
import { checkInput, type Router } from '../../platform/http/router.ts';
import { tellPerson } from '../../platform/notices.ts';
import type { ListedPerson } from '../account/find-people.ts';
import { listBoughtRights } from '../commerce/grant-bought-book.ts';
import type { FileDependencies } from '../files/file-dependencies.ts';
import { keepFile } from '../files/keep-file.ts';
import { receiveForm } from '../files/receive-form.ts';
import { familyOf, recogniseContent } from '../files/recognise-content.ts';
import { withTemporaryFolder } from '../media/import/temporary-folder.ts';
import { asCodedError } from './begin-payment.ts';
import { readBundlePrice, setBundlePrice } from './buy-bundle.ts';
import { exportAllOrders } from './export-orders.ts';
import { countInvoices, decideInvoiceRow, findInvoiceOfOrder, listInvoiceRows } from './invoice-store.ts';
import { lockOpenInvoice, openInvoiceFile, rejectInvoice, requireInvoice } from './invoices.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { setOrderRights } from './order-rights.ts';
import { setBookPrice } from './price.ts';
import { queryOrder } from './query-order.ts';
import { countRefunds, listRefunds, listRefundsOf } from './refund-store.ts';
import { decideRefund, makeRefund, readShareOfOrder } from './refunds.ts';
import { findOrder, listAllOrders, listOrdersByNo, listPaymentEvents, type OrderFilter, sumOrders } from './store.ts';
import { eventsOf, viewInvoice, viewOrder, viewRefund } from './view.ts';

export interface OrderAdminDependencies extends OrderDependencies {
  /** Throws `forbidden` for a book this operator does not look after. */
  readonly requireOwnBook: (operator: DeskOperator, bookId: string) => Promise<void>;
  readonly findPeople: (ids: readonly string[]) => Promise<Map<string, ListedPerson>>;
  /** Ids of people by their number, its last four digits or their nickname. */
  readonly searchPeople: (q: string) => Promise<string[]>;
  readonly files: FileDependencies;
  /** Answers the bytes of a person's file as an attachment. */
  readonly sendOwnFile: (request: FastifyRequest, reply: FastifyReply, ownerId: string, fileId: string) => Promise<unknown>;
}

const GONE: Omit<ListedPerson, 'userId'> = { nickname: '', tel: '' };
const pdf = { kind: 'document', mediaType: 'application/pdf' } as const;

const takeInvoice = (
  deps: OrderAdminDependencies,
  request: FastifyRequest,
  operator: DeskOperator,
): Promise<OutputOf<typeof issueOperation>> =>
  withTemporaryFolder(deps.files.temporaryFolder, 'upload', async (folder) => {
    const form = await receiveForm(request, folder, (head) => {
      if (head.length > 0 && familyOf(head) !== 'pdf') throw new CodedError('file.typeRefused');
      return LIMITS.invoicePdfBytes;
    });
    const { id, invoiceNo } = checkInput(issueOperation, form.fields);
    const content = await recogniseContent(form.filePath, form.fileName);
    if (content?.kind !== 'document' || content.mediaType !== pdf.mediaType) throw new CodedError('file.typeRefused');
    const { userId } = await requireInvoice(deps, id);
    const name = `发票-${invoiceNo}.pdf`;
    await keepFile(
      deps.files,
      { ownerId: userId, kind: 'invoice', name, mediaType: pdf.mediaType, filePath: form.filePath },
      async (tx, kept) => {
        const { status, orderNos } = await lockOpenInvoice(tx, id);
        const now = deps.clock.now();
        await decideInvoiceRow(tx, id, { status: 'issued', invoiceNo, fileId: kept.id, answer: '', decidedBy: operator.userId, now });
        const target = { kind: 'invoice', id, name: orderNos.join('、') } as const;
        const facts = { before: { status }, after: { status: 'issued', invoiceNo } };
        await recordAct(tx, operator, { act: 'invoice.issue', target, ...facts }, now);
        await tellPerson(tx, userId, { kind: 'invoiceIssued', subject: { id, name: orderNos.join('、') } }, now);
      },
    );
    return viewInvoice(await requireInvoice(deps, id));
  });

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

  const filterOf = async ({ status, channel, from, to, q }: ParsedInputOf<typeof exportOperation>): Promise<OrderFilter> => ({
    status,
    channel,
    from,
    to,
    q,
    userIds: q === '' ? [] : await deps.searchPeople(q),
  });

  router.handle(listOperation, async ({ cursor, limit, ...asked }) => {
    const filter = await filterOf(asked);
    const [found, total] = await Promise.all([listAllOrders(orm, filter, { after: cursor, limit: limit + 1 }), sumOrders(orm, filter)]);
    const { items, next } = pageOf(found, limit, (order) => order.no);
    const buyerOf = await buyersOf(items.map((order) => order.userId));
    return { items: items.map((order) => ({ order: viewOrder(order), buyer: buyerOf(order.userId) })), ...next, total };
  });
  router.handle(getOperation, async ({ no }) => {
    const order = await findOrder(orm, no);
    if (order === undefined) throw new CodedError('orders.notFound');
    const refunds = await listRefundsOf(orm, no);
    const [payments, rights, invoice, buyerOf] = await Promise.all([
      listPaymentEvents(orm, no),
      listBoughtRights(orm, no),
      findInvoiceOfOrder(orm, no),
      buyersOf([order.userId]),
    ]);
    return {
      order: viewOrder(order),
      buyer: buyerOf(order.userId),
      ...(order.channelTxn === undefined ? {} : { channelTxn: order.channelTxn }),
      events: eventsOf(order, refunds),
      payments: payments.map(({ raw, ...event }) => ({ ...event, told: { ...raw } })),
      grants: rights.map(({ bookId, status, startsAt, endsAt, reason }) => ({
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
    const { before, after } = await queryOrder(deps, operatorOf(context), no).catch((error: unknown) => {
      throw asCodedError(deps, no, error);
    });
    const isSame = before.status === after.status && before.refundedFen === after.refundedFen;
    return { payload: { order: viewOrder(after) }, say: isSame ? '已查询，订单状态没有变化' : '已查询，订单状态已更新' };
  });
  router.handle(exportOperation, async (input, context) => exportAllOrders(deps, operatorOf(context), await filterOf(input)));
  router.handle(listRefundsOperation, async ({ status, cursor, limit }) => {
    const { items, next } = pageOf(await listRefunds(orm, { status, after: cursor, limit: limit + 1 }), limit, (refund) => refund.id);
    const orders = new Map(
      (
        await listOrdersByNo(
          orm,
          items.map((refund) => refund.orderNo),
        )
      ).map((order) => [order.no, order]),
    );
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
    return { items: shown.flat(), ...next, counts: await countRefunds(orm) };
  });
  router.handle(decideOperation, async (input, context) => {
    const refund = await decideRefund(deps, operatorOf(context), input);
    return { payload: { refund: viewRefund(refund) }, say: input.decision === 'approve' ? '已同意退款，正在退回' : '已驳回退款申请' };
  });
  router.handle(refundOperation, async (input, context) => ({
    payload: { refund: viewRefund(await makeRefund(deps, operatorOf(context), input)) },
    say: '已发起退款，正在退回',
  }));
  router.handle(rightsOperation, async (input, context) => ({
    payload: await setOrderRights(deps, operatorOf(context), input),
    say: input.status === 'suspended' ? '已暂停阅读权限' : '已恢复阅读权限',
  }));
  router.handle(bundlePriceOperation, (input) => readBundlePrice(deps, input.collectionId));
  router.handle(setBundlePriceOperation, async (input, context) => ({
    payload: await setBundlePrice(deps, operatorOf(context), input),
    say: input.priceFen === 0 ? '已停止整套出售' : '已更新整套价格',
  }));
  router.handle(listInvoicesOperation, async ({ status, cursor, limit }) => {
    const { items, next } = pageOf(await listInvoiceRows(orm, { status, after: cursor, limit: limit + 1 }), limit, (invoice) => invoice.id);
    const buyerOf = await buyersOf(items.map((invoice) => invoice.userId));
    return {
      items: items.map((invoice) => ({ invoice: viewInvoice(invoice), buyer: buyerOf(invoice.userId) })),
      ...next,
      counts: await countInvoices(orm),
    };
  });
  router.handle(rejectOperation, async (input, context) => ({
    payload: viewInvoice(await rejectInvoice(deps, operatorOf(context), input)),
    say: '已退回发票申请',
  }));
  router.handle(priceOperation, async (input, context) => {
    const operator = operatorOf(context);
    await deps.requireOwnBook(operator, input.bookId);
    return { payload: await setBookPrice(deps, operator, input), say: '已更新价格' };
  });

  router.raw((fastify, callContext, once) => {
    fastify.route({
      method: readOperation.method,
      url: readOperation.path,
      schema: describeOperation(readOperation),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'private, no-store');
        const context = await callContext(request);
        const { id } = checkInput(readOperation, request.body ?? {});
        const { ownerId, fileId } = await openInvoiceFile(deps, operatorOf(context), id);
        return deps.sendOwnFile(request, reply, ownerId, fileId);
      },
    });
    fastify.route({
      method: issueOperation.method,
      url: issueOperation.path,
      config: { bodyIsUpload: true },
      schema: describeOperation(issueOperation, issueOperation.input.extend({ file: fileBytes })),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const context = await callContext(request);
        return once(issueOperation, request, context, { bytes: request.headers['content-length'] }, async () => ({
          code: SUCCESS,
          message: '已开具发票',
          payload: await takeInvoice(deps, request, operatorOf(context)),
        }));
      },
    });
  });
};
