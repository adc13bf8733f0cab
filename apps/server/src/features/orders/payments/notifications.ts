/** Webhooks of the payment providers. Signatures cover the exact bytes, so the body is not parsed before the signature is verified. */
import { notifyAlipay, notifyLocalPay, notifyWechatPay, type PaymentChannel, type RawOperation } from '@shufang/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ForgedNotification, type NotificationResponse, type PaymentGateway } from '../../../gateways/payment/payment-gateway.ts';
import { describeRaw } from '../../../platform/http/describe-operation.ts';
import { gatewayOf, type OrderDependencies, RECONCILE_ORDER_JOB } from '../order-dependencies.ts';
import { findAttempt } from '../store.ts';
import { takePayment } from './take-payment.ts';

/** Maximum size of a notification; notifications have a few kilobytes. */
const BODY_BYTES = 65_536;

const WEBHOOKS: readonly { readonly operation: RawOperation; readonly channel: PaymentChannel }[] = [
  { operation: notifyWechatPay, channel: 'wechatNative' },
  { operation: notifyAlipay, channel: 'alipayPage' },
  { operation: notifyLocalPay, channel: 'local' },
];

/** Records a notification. Returns, in the payment provider's format, whether the provider must repeat the notification. */
const receiveNotification = async (
  deps: OrderDependencies,
  gateway: PaymentGateway,
  request: FastifyRequest,
): Promise<NotificationResponse> => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  try {
    const { id, tradeNo, fact } = await gateway.readNotification({ headers: request.headers, body });
    if (fact === undefined) {
      // A notification without a payment is about a refund, so the job of the order queries the payment provider.
      const attempt = await findAttempt(deps.db.orm, tradeNo);
      if (attempt !== undefined) await deps.jobs.send(RECONCILE_ORDER_JOB, { id: attempt.orderNo });
    } else await takePayment(deps, gateway.channel, fact, { type: 'notify', notifyId: id });
    return gateway.accepted;
  } catch (error) {
    if (!(error instanceof ForgedNotification)) throw error;
    request.log.warn(
      { channel: gateway.channel, address: request.ip, reason: error.message },
      'a notification without a valid signature of a payment platform',
    );
    return gateway.refused;
  }
};

const describe = (operation: RawOperation) => ({
  ...describeRaw(operation),
  description: '由支付平台调用，按平台规定的格式应答；签名不对的不予处理',
  response: {
    200: {
      description: '已处理，或（支付宝）未通过验证',
      content: {
        'text/plain': { schema: z.string() },
        'application/json': { schema: z.object({ code: z.string(), message: z.string() }) },
      },
    },
    401: {
      description: '未通过验证',
      content: {
        'text/plain': { schema: z.string() },
        'application/json': { schema: z.object({ code: z.string(), message: z.string() }) },
      },
    },
    404: { description: '没有开通', content: { 'text/plain': { schema: z.string() } } },
  },
});

export const registerPaymentNotifications = async (fastify: FastifyInstance, deps: OrderDependencies): Promise<void> => {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body));
    for (const { operation, channel } of WEBHOOKS) {
      scope.post(operation.path, { schema: describe(operation) }, async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('cache-control', 'no-store');
        const gateway = gatewayOf(deps, channel);
        if (gateway === undefined) return reply.code(404).type('text/plain').send('fail');
        const { status, type, body } = await receiveNotification(deps, gateway, request);
        return reply.code(status).type(type).serializer(String).send(body);
      });
    }
  });
};
