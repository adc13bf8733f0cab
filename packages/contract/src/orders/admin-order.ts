/** Admin operations of orders, refunds, invoices and prices, for finance and editors. */
import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { orderStatus, paymentChannel } from './order.ts';

export const adminOrderPage = {
  cursor: z.string().max(64).optional(),
  limit: pageLimit(),
};

/** The buyer, with a masked phone number. */
export const orderBuyer = z.object({ userId: z.string(), nickname: z.string(), tel: z.string() });

/**
 * Filters of the order list and its export. `q`: digits of an order number, a phone number or its last four digits, a nickname, words of a
 * title. `from`, `to`: creation time, UTC ms, end exclusive.
 */
export const orderFilter = {
  status: orderStatus.optional(),
  channel: paymentChannel.optional(),
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  q: z.string().trim().max(60, '最多 60 个字').default(''),
};

/** The two documents of an invoice: the invoice itself, and the red invoice that reverses it. */
export const invoiceSheet = z.enum(['blue', 'red']).default('blue');

/** Start and end of a sale window, UTC ms, end exclusive; absent if there is no limit. */
export const saleWindowInput = {
  saleFrom: z.coerce.number().int().min(0).optional(),
  saleTo: z.coerce.number().int().min(0).optional(),
};

export const isSaleWindow = ({ saleFrom, saleTo }: { saleFrom?: number | undefined; saleTo?: number | undefined }): boolean =>
  saleFrom === undefined || saleTo === undefined || saleFrom < saleTo;

export const SALE_WINDOW_ERROR = { message: '停售时间须在开售时间之后', path: ['saleTo'] };
