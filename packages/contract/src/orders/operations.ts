import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { invoiceRequest, invoiceTitleType, order, orderEvent, orderNo, orderStatus, paymentChannel, refund } from './order.ts';

const byNo = z.object({ no: orderNo });
const page = {
  cursor: z.string().max(64).optional(),
  limit: pageLimit(),
};

/** Whether the person may have the money back, and every reason why not, in Chinese lines. */
export const refundRule = z.object({
  eligible: z.boolean(),
  amountFen: z.number().int(),
  /** Until when it can be asked for; absent for an order that was not fulfilled. */
  until: z.number().int().optional(),
  /** Why not; empty when eligible. */
  obstacles: z.array(z.string()),
  /** Of an order of several books: each that can still be given back, by itself. `obstacle`: why not. */
  items: z.array(z.object({ bookId: entityId, title: z.string(), amountFen: z.number().int(), obstacle: z.string().optional() })),
  /** The rule itself, the same for every order. */
  rule: z.string(),
});
export type RefundRule = z.output<typeof refundRule>;

/** Between which times something is sold, UTC ms: from the first on, until before the second; absent: no such bound. */
const saleWindow = {
  saleFrom: z.number().int().optional(),
  saleTo: z.number().int().optional(),
  /** Present: it is not sold now. By the server's clock. */
  saleState: z.enum(['soon', 'ended']).optional(),
};

/** What buying a book would mean, said before anything is bought. */
export const bookOffer = z.object({
  /** Present: it can be bought at this price. */
  priceFen: z.number().int().optional(),
  /** How long the right lasts from the payment on; absent: for good. */
  termDays: z.number().int().optional(),
  ...saleWindow,
  /**
   * Present: the person had a right to it, or has one that ends soon, and may renew it at `priceFen`, whether it is sold to others now or
   * not. `fullFen`: what others pay. `continuesAt`: end of the running right, from where the term counts; absent: from the payment on.
   */
  renewal: z.object({ fullFen: z.number().int(), continuesAt: z.number().int().optional() }).optional(),
  refundRule: z.string(),
  channels: z.array(paymentChannel),
  /** The person's own order for it that waits for its payment, also where it is not sold any more, and what it comes to. */
  openOrderNo: orderNo.optional(),
  openOrderFen: z.number().int().optional(),
});
export type BookOffer = z.output<typeof bookOffer>;

export const getBookOffer = operation({
  name: 'getBookOffer',
  method: 'GET',
  path: '/api/order/offer',
  summary: '购买说明',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: bookOffer,
  errors: ['catalog.bookNotFound'],
});

/**
 * What buying a collection as one would mean to the person who asks. Books they own for good are taken off: each by its part of the
 * collection's price, reckoned by list prices and rounded down to the fen. One never pays more than the other books cost one by one.
 */
export const bundleOffer = z.object({
  /** Present: it can be bought, for so much. */
  priceFen: z.number().int().optional(),
  /** The collection's own price; absent: it is not sold as one. */
  bundleFen: z.number().int().optional(),
  /** What the books that would be bought cost one by one. */
  listFen: z.number().int(),
  /** Taken off for books that are owned. */
  deductedFen: z.number().int(),
  /** Books that would be bought, and how many are owned already. */
  bookIds: z.array(entityId),
  ownedCount: z.number().int(),
  termDays: z.number().int().optional(),
  ...saleWindow,
  refundRule: z.string(),
  channels: z.array(paymentChannel),
  /** As of a book. */
  openOrderNo: orderNo.optional(),
  openOrderFen: z.number().int().optional(),
});
export type BundleOffer = z.output<typeof bundleOffer>;

export const getBundleOffer = operation({
  name: 'getBundleOffer',
  method: 'GET',
  path: '/api/order/bundleOffer',
  summary: '整套购买说明',
  audience: 'anyone',
  input: z.object({ collectionId: entityId }),
  output: bundleOffer,
  errors: ['catalog.collectionNotFound'],
});

/**
 * Orders a book, or a collection as one, at the price the person was shown; of a collection with the books they were shown. An open
 * order for the same is answered again.
 */
export const createOrder = operation({
  name: 'createOrder',
  method: 'POST',
  path: '/api/order/create',
  summary: '下单',
  input: z
    .object({
      bookId: entityId.optional(),
      collectionId: entityId.optional(),
      /** With `collectionId`. */
      bookIds: z.array(entityId).max(LIMITS.collectionItems).default([]),
      priceFen: z.coerce.number().int().min(0).max(LIMITS.priceFenMax),
    })
    .refine(({ bookId, collectionId }) => (bookId === undefined) !== (collectionId === undefined), '请指定一本书或一个合集'),
  output: z.object({ order, reused: z.boolean() }),
  errors: [
    'catalog.bookNotFound',
    'catalog.collectionNotFound',
    'orders.notForSale',
    'orders.notOnSaleNow',
    'orders.alreadyOwned',
    'orders.priceChanged',
    'orders.bundleChanged',
  ],
});

/** `qr`: draw `codeUrl`. `form`: open `action` with the fields in a window of its own, posted or as its query. `page`: open `url` in a window of its own. */
export const paymentStart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('qr'), codeUrl: z.string() }),
  z.object({ kind: z.literal('form'), action: z.string(), fields: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('page'), url: z.string() }),
]);
export type PaymentStart = z.output<typeof paymentStart>;

/** Begins the payment at a platform, or goes on with the one that was begun there. */
export const payOrder = operation({
  name: 'payOrder',
  method: 'POST',
  path: '/api/order/pay',
  summary: '支付',
  input: z.object({ no: orderNo, channel: paymentChannel }),
  output: z.object({ start: paymentStart, expireAt: z.number().int() }),
  errors: ['orders.notFound', 'orders.notPayable', 'orders.notForSale', 'orders.channelOff', 'orders.channelFailed'],
});

/** How the order stands; asks the payment platform too, now and then, in case its notification got lost. */
export const pollOrder = operation({
  name: 'pollOrder',
  method: 'GET',
  path: '/api/order/poll',
  summary: '查询支付结果',
  input: byNo,
  output: z.object({ no: orderNo, status: orderStatus, expireAt: z.number().int(), now: z.number().int() }),
  errors: ['orders.notFound'],
});

/** `refunded`: also those whose refund is under way, or came to a part; the latter are among `done` too. */
export const orderTab = z.enum(['all', 'created', 'done', 'refunded', 'closed']);
export type OrderTab = z.output<typeof orderTab>;

export const listOrders = operation({
  name: 'listOrders',
  method: 'GET',
  path: '/api/order/list',
  summary: '我的订单',
  input: z.object({ tab: orderTab.default('all'), ...page }),
  output: z.object({
    items: z.array(order),
    next: z.string().optional(),
    /** How many wait for their payment, whatever the tab. */
    toPay: z.number().int(),
  }),
});

export const getOrder = operation({
  name: 'getOrder',
  method: 'GET',
  path: '/api/order/get',
  summary: '订单详情',
  input: byNo,
  output: z.object({
    order,
    events: z.array(orderEvent),
    refunds: z.array(refund),
    /** The invoice it stands on, if any. */
    invoice: invoiceRequest.optional(),
    refundRule,
    channels: z.array(paymentChannel),
  }),
  errors: ['orders.notFound'],
});

/** Closes an order that is not paid. The platform is asked first: one that was paid meanwhile is answered as paid. */
export const cancelOrder = operation({
  name: 'cancelOrder',
  method: 'POST',
  path: '/api/order/cancel',
  summary: '取消订单',
  input: byNo,
  output: z.object({ order }),
  errors: ['orders.notFound', 'orders.notPayable', 'orders.channelFailed'],
});

export const getRefundRule = operation({
  name: 'getRefundRule',
  method: 'GET',
  path: '/api/order/refundRule',
  summary: '能否退款',
  input: byNo,
  output: refundRule,
  errors: ['orders.notFound'],
});

export const requestRefund = operation({
  name: 'requestRefund',
  method: 'POST',
  path: '/api/order/refund',
  summary: '申请退款',
  input: z.object({
    no: orderNo,
    /** Of an order of several books, those to give back; empty: all that is left. */
    bookIds: z.array(entityId).max(LIMITS.collectionItems).default([]),
    reason: z.string().trim().max(200, '原因不能超过 200 个字').default(''),
  }),
  output: z.object({ order, refund }),
  errors: ['orders.notFound', 'orders.refundRefused'],
});

/** All orders of the person as a table (xlsx), at most 5,000 of the newest. */
export const exportOrders = operation({
  name: 'exportOrders',
  method: 'GET',
  path: '/api/order/export',
  summary: '导出订单',
  input: z.object({}),
  output: z.object({ fileName: z.string(), base64: z.string() }),
});

const TAX_NO = /^[0-9A-Z]{15,20}$/;

/** Asks for one invoice over one or several paid orders. A company needs its tax number. */
export const createInvoice = operation({
  name: 'createInvoice',
  method: 'POST',
  path: '/api/invoice/create',
  summary: '申请发票',
  input: z
    .object({
      orderNos: z.preprocess(
        (value) => (typeof value === 'string' ? value.split(',') : value),
        z.array(orderNo).min(1).max(LIMITS.invoiceOrdersMax, `一张发票最多合并 ${LIMITS.invoiceOrdersMax} 个订单`),
      ),
      titleType: invoiceTitleType,
      title: z.string().trim().min(1, '请填写发票抬头').max(100, '抬头不能超过 100 个字'),
      taxNo: z.string().trim().toUpperCase().regex(TAX_NO, '税号须为 15 至 20 位数字或大写字母').optional(),
      email: z.email('邮箱格式有误').max(200).optional(),
    })
    .refine(({ titleType, taxNo }) => titleType === 'personal' || taxNo !== undefined, { message: '单位发票须填写税号', path: ['taxNo'] }),
  output: invoiceRequest,
  errors: ['orders.notFound', 'orders.invoiceRefused'],
});

/** Orders of the person that can be put on an invoice: paid, not given back in full, on no other. The newest first. */
export const listOrdersToInvoice = operation({
  name: 'listOrdersToInvoice',
  method: 'GET',
  path: '/api/invoice/orders',
  summary: '可以开票的订单',
  input: z.object(page),
  output: z.object({ items: z.array(order), next: z.string().optional() }),
});

export const listInvoices = operation({
  name: 'listInvoices',
  method: 'GET',
  path: '/api/invoice/list',
  summary: '我的发票',
  input: z.object({}),
  output: z.object({ items: z.array(invoiceRequest) }),
});

/** Payment platforms tell us here what was paid. Not in the envelope: each is answered as it expects. */
export const WECHAT_NOTIFY_PATH = '/api/pay/notify/wechat';
export const ALIPAY_NOTIFY_PATH = '/api/pay/notify/alipay';
export const LOCAL_NOTIFY_PATH = '/api/pay/notify/local';
/** The page that plays the payment platform: `LOCAL_PAY_PATH/<trade number>/<proof>`. */
export const LOCAL_PAY_PATH = '/api/pay/local';
