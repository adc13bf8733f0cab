import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { order } from './order.ts';
import { orderPage } from './order-fields.ts';

/** Tab of the order list. `refunded`: includes refunds in progress and partial refunds; the latter are also in `done`. */
export const orderTab = z.enum(['all', 'created', 'done', 'refunded', 'closed']);

export type OrderTab = z.output<typeof orderTab>;

export const listOrders = operation({
  name: 'listOrders',
  method: 'GET',
  path: '/api/order/list',
  summary: '我的订单',
  permission: 'ownAccount',
  input: z.object({ tab: orderTab.default('all'), ...orderPage }),
  output: z.object({
    items: z.array(order),
    next: z.string().optional(),
    /** Number of unpaid orders, regardless of the tab. */
    toPay: z.number().int(),
  }),
});
