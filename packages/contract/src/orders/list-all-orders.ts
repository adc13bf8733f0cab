import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { adminOrderPage, orderBuyer, orderFilter } from './admin-order.ts';
import { order } from './order.ts';

const adminOrder = z.object({ order, buyer: orderBuyer });

export type AdminOrder = z.output<typeof adminOrder>;

export const listAllOrders = operation({
  name: 'listAllOrders',
  method: 'GET',
  path: '/api/admin/order/list',
  summary: '全部订单',
  permission: 'approveRefund',
  // A caller with a limited scope sees only their part of an order with books of several publishers. Operations on the whole order require
  // an unrestricted scope.
  scope: 'filtered',
  input: z.object({ ...orderFilter, ...adminOrderPage }),
  output: z.object({
    items: z.array(adminOrder),
    next: z.string().optional(),
    /** Totals of all matching orders, not only of those on this page. */
    total: z.object({ orders: z.number().int(), paidFen: z.number().int(), refundedFen: z.number().int() }),
  }),
});
