/** Orders as a table: a person's own to keep, and those an operator has filtered. */
import { type InvoiceStatus, LIMITS, type Order, type PaymentChannel } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import { writeXlsx } from '../../platform/write-xlsx.ts';
import { findInvoicesOfOrders, type InvoiceRecord } from './invoice-store.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { seeOrders } from './order-part.ts';
import type { OrderRecord } from './order-record.ts';
import { listAllOrders, listOwnOrders, type OrderFilter } from './store.ts';

const STATUS: Readonly<Record<Order['status'], string>> = {
  created: '待支付',
  paid: '正在开通',
  fulfilled: '已完成',
  closed: '已关闭',
  refunding: '退款中',
  partiallyRefunded: '部分退款',
  refunded: '已退款',
};
const CHANNEL: Readonly<Record<PaymentChannel, string>> = { wechatNative: '微信支付', alipayPage: '支付宝', local: '演示支付' };

const INVOICE: Readonly<Record<InvoiceStatus, string>> = {
  submitted: '待开具',
  issuing: '开票中',
  issued: '已开具',
  rejected: '已退回',
  redPending: '待冲红',
  redIssued: '已冲红',
};

const HEADING = [
  '订单号',
  '图书',
  '定价（元）',
  '优惠（元）',
  '实付（元）',
  '已退（元）',
  '支付方式',
  '状态',
  '下单时间',
  '付款时间',
  '支付平台流水号',
  '发票',
  '发票号码',
  '红字发票号码',
];
const WIDTHS = [24, 40, 12, 12, 12, 12, 12, 10, 20, 20, 32, 10, 24, 24];

const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' });
const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Shanghai' });

const rowOf = (order: OrderRecord, invoice: InvoiceRecord | undefined) => [
  order.no,
  `${order.bundle === undefined ? '' : `整套《${order.bundle.title}》：`}${order.items.map((item) => item.title).join('、')}`,
  order.totalFen / 100,
  order.discountFen / 100,
  order.paidAt === undefined ? 0 : order.payFen / 100,
  order.refundedFen / 100,
  order.channel === undefined ? '' : CHANNEL[order.channel],
  STATUS[order.status],
  time.format(order.createdAt),
  order.paidAt === undefined ? '' : time.format(order.paidAt),
  order.channelTxn ?? '',
  invoice === undefined ? '' : INVOICE[invoice.status],
  invoice?.invoiceNo ?? '',
  invoice?.redInvoiceNo ?? '',
];

export const exportOrders = async (
  { db, clock }: Pick<OrderDependencies, 'db' | 'clock'>,
  userId: string,
): Promise<{ fileName: string; base64: string }> => {
  const orders = await listOwnOrders(db.orm, userId, { tab: 'all', after: undefined, limit: LIMITS.ordersExportMax });
  const invoices = await findInvoicesOfOrders(
    db.orm,
    orders.map(({ no }) => no),
    undefined,
  );
  const bytes = await writeXlsx('订单', [HEADING, ...orders.map((order) => rowOf(order, invoices.get(order.no)))], WIDTHS);
  return { fileName: `我的订单-${day.format(clock.now())}.xlsx`, base64: bytes.toString('base64') };
};

interface Buyer {
  readonly nickname: string;
  /** Masked. */
  readonly tel: string;
}

const BUYER_HEADING = ['买家', '手机号'];
const BUYER_WIDTHS = [16, 16];

/** Throws nothing of its own: a filter that fits nothing makes an empty table. */
export const exportAllOrders = async (
  deps: Pick<OrderDependencies, 'db' | 'clock'> & { readonly findPeople: (ids: readonly string[]) => Promise<ReadonlyMap<string, Buyer>> },
  operator: DeskOperator,
  filter: OrderFilter,
): Promise<{ fileName: string; base64: string; orders: number }> => {
  const now = deps.clock.now();
  const found = await listAllOrders(deps.db.orm, filter, { after: undefined, limit: LIMITS.ordersExportMax });
  const orders = (await seeOrders(deps.db.orm, found, filter.bounds)).map(({ order }) => order);
  const people = await deps.findPeople(orders.map(({ userId }) => userId));
  const invoices = await findInvoicesOfOrders(
    deps.db.orm,
    orders.map(({ no }) => no),
    filter.bounds,
  );
  const rows = orders.map((order) => {
    const { nickname = '', tel = '' } = people.get(order.userId) ?? {};
    return [...rowOf(order, invoices.get(order.no)), nickname, tel];
  });
  const bytes = await writeXlsx('订单', [[...HEADING, ...BUYER_HEADING], ...rows], [...WIDTHS, ...BUYER_WIDTHS]);
  const { userIds: _, bounds: __, ...said } = filter;
  const after = {
    orders: orders.length,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== '')),
  };
  await recordAct(deps.db.orm, operator, { act: 'orders.export', target: { kind: 'order', id: '' }, after }, now);
  return { fileName: `订单-${day.format(now)}.xlsx`, base64: bytes.toString('base64'), orders: orders.length };
};
