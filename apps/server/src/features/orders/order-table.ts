/** The columns of exported orders, and their cells. */
import type { InvoiceStatus, Order, PaymentChannel } from '@shufang/contract';
import type { InvoiceRecord } from './invoices/invoice-store.ts';
import type { OrderRecord } from './order-record.ts';

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

export const ORDER_HEADING = [
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
export const ORDER_WIDTHS = [24, 40, 12, 12, 12, 12, 12, 10, 20, 20, 32, 10, 24, 24];

const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' });
export const dayFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Shanghai' });

export const orderRow = (order: OrderRecord, invoice: InvoiceRecord | undefined) => [
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
