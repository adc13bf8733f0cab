import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { orderNo, paymentChannel } from './order.ts';

/** Parameters of WeChat's `getBrandWCPayRequest`, signed by the merchant. */
export const wechatPayRequest = z.object({
  appId: z.string(),
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.literal('RSA'),
  paySign: z.string(),
});

export type WechatPayRequest = z.output<typeof wechatPayRequest>;

/**
 * How the client continues the payment. `qr`: shows `codeUrl` as a QR code. `form`: opens `action` in a new window, with the fields posted
 * or as its query. `page`: opens `url` in a new window. `redirect`: opens `url` in this window with our origin as the referrer; the
 * platform redirects back. `bridge`: passes `request` to the JavaScript bridge of WeChat. `authorize`: no payment has begun; opens `url` in
 * this window, which redirects back with the `code` and `state` that `payOrder` requires.
 */
export const paymentStart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('qr'), codeUrl: z.string() }),
  z.object({ kind: z.literal('form'), action: z.string(), fields: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('page'), url: z.string() }),
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('bridge'), request: wechatPayRequest }),
  z.object({ kind: z.literal('authorize'), url: z.string() }),
]);

export type PaymentStart = z.output<typeof paymentStart>;

/**
 * Starts or continues the payment of an order at a payment provider, in the way that fits the caller's browser (`clientEnvironmentOf`).
 * `code` and `state`: the values that WeChat's redirect returned after `authorize`; they are valid once, in the session that started the
 * payment.
 */
export const payOrder = operation({
  name: 'payOrder',
  method: 'POST',
  path: '/api/order/pay',
  summary: '支付',
  permission: 'buy',
  // A call repeated with the same `X-Op-Id` is rejected (`request.alreadyUsed`) instead of returning the stored response: a stored URL may
  // have expired, and `request` of a `bridge` is specific to one WeChat user. A call with a new `X-Op-Id` continues the payment.
  replay: 'never',
  input: z.object({
    no: orderNo,
    channel: paymentChannel,
    code: z.string().min(1).max(512).optional(),
    state: z.string().min(1).max(64).optional(),
  }),
  output: z.object({ start: paymentStart, expireAt: z.number().int() }),
  errors: ['orders.notFound', 'orders.notPayable', 'orders.notForSale', 'orders.channelOff', 'orders.payerUnknown', 'orders.channelFailed'],
});
