import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { orderNo } from './order.ts';

export const orderByNo = z.object({ no: orderNo });

export const orderPage = {
  cursor: z.string().max(64).optional(),
  limit: pageLimit(),
};

/** Whether an order can be refunded, with all obstacles as Chinese sentences. */
export const refundRule = z.object({
  eligible: z.boolean(),
  amountFen: z.number().int(),
  /** Deadline for requesting a refund, UTC ms; absent for an order that was not fulfilled. */
  until: z.number().int().optional(),
  /** Reasons why no refund is possible; empty when a refund is possible. */
  obstacles: z.array(z.string()),
  /** Books of an order of several books, each with its refund. `obstacle`: why the book is not refundable. */
  items: z.array(z.object({ bookId: entityId, title: z.string(), amountFen: z.number().int(), obstacle: z.string().optional() })),
  /** Text of the refund rule, the same for every order. */
  rule: z.string(),
});

export type RefundRule = z.output<typeof refundRule>;

/** Start and end of the sale window, UTC ms, end exclusive; absent if there is no limit. */
export const saleWindow = {
  saleFrom: z.number().int().optional(),
  saleTo: z.number().int().optional(),
  /** Why the book is not on sale at the server's present time; absent if it is on sale. */
  saleState: z.enum(['soon', 'ended']).optional(),
};

/** Paths at which payment providers notify the server. Each response has the provider's format instead of our JSON. */
export const WECHAT_NOTIFY_PATH = '/api/pay/notify/wechat';

export const ALIPAY_NOTIFY_PATH = '/api/pay/notify/alipay';

export const LOCAL_NOTIFY_PATH = '/api/pay/notify/local';

/** Path of the simulated payment provider's page, followed by `/<trade number>/<proof>`; the proof shows that the server made the URL. */
export const LOCAL_PAY_PATH = '/api/pay/local';
