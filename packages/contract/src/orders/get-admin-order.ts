import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { orderBuyer } from './admin-order.ts';
import { invoiceRequest, order, orderEvent, orderNo, paymentChannel, refund } from './order.ts';

/** A request or notification exchanged with a payment provider. `message`: the data of the message, except those about the payer. */
const paymentRecord = z.object({
  at: z.number().int(),
  type: z.enum(['create', 'notify', 'query', 'close', 'refund']),
  channel: paymentChannel,
  /** Whether the signature of the notification was valid. */
  verified: z.boolean(),
  message: z.record(z.string(), z.unknown()),
});

export type PaymentRecord = z.output<typeof paymentRecord>;

/** An entitlement granted by an order. `reason`: why it is suspended. */
const orderGrant = z.object({
  bookId: z.string(),
  reason: z.string().optional(),
  status: z.enum(['active', 'expired', 'suspended', 'revoked']),
  startsAt: z.number().int(),
  /** End of the entitlement, UTC ms; absent if it is permanent. */
  endsAt: z.number().int().optional(),
});

export const getAdminOrder = operation({
  name: 'getAdminOrder',
  method: 'GET',
  path: '/api/admin/order/get',
  summary: '订单详情',
  permission: 'approveRefund',
  scope: 'filtered',
  input: z.object({ no: orderNo }),
  output: z.object({
    order,
    buyer: orderBuyer,
    /**
     * Whether the order also has books of other publishers. Only the caller's part is returned then, and operations on the whole order
     * fail.
     */
    isPart: z.boolean().default(false),
    /** Transaction number that the payment provider gave the successful payment. */
    channelTxn: z.string().optional(),
    events: z.array(orderEvent),
    payments: z.array(paymentRecord),
    grants: z.array(orderGrant),
    refunds: z.array(refund),
    invoice: invoiceRequest.optional(),
  }),
  errors: ['orders.notFound'],
});
