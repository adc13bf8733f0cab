import { z } from 'zod';
import { clientEnvironment } from '../client-environment.ts';
import { operation } from '../wire/operation.ts';
import { invoiceRequest, order, orderEvent, paymentChannel, refund } from './order.ts';
import { orderByNo, refundRule } from './order-fields.ts';

export const getOrder = operation({
  name: 'getOrder',
  method: 'GET',
  path: '/api/order/get',
  summary: '订单详情',
  permission: 'ownAccount',
  input: orderByNo,
  output: z.object({
    order,
    events: z.array(orderEvent),
    refunds: z.array(refund),
    /** Invoice requested for the order, if there is one. */
    invoice: invoiceRequest.optional(),
    refundRule,
    /** Client environment, and payment channels available in it. */
    clientEnvironment,
    channels: z.array(paymentChannel),
    /** Payment channels that exist only in other client environments. */
    channelsElsewhere: z.array(paymentChannel),
  }),
  errors: ['orders.notFound'],
});
