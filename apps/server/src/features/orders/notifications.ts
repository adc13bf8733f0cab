/** Where payment platforms tell us what was paid. The signature is over the very bytes, so nothing parses the body before it is checked. */
import { ALIPAY_NOTIFY_PATH, LOCAL_NOTIFY_PATH, type PaymentChannel, WECHAT_NOTIFY_PATH } from '@shufang/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ForgedNotification, type NotificationAnswer, type PaymentGateway } from '../../gateways/payment/payment-gateway.ts';
import { gatewayOf, type OrderDependencies, TEND_ORDER_JOB } from './order-dependencies.ts';
import { findAttempt } from './store.ts';
import { takePayment } from './take-payment.ts';

/** A notification is a few kilobytes. */
const BODY_BYTES = 65_536;

const ADDRESSES = [
  { path: WECHAT_NOTIFY_PATH, channel: 'wechatNative', name: 'notifyWechatPay', summary: '微信支付结果通知' },
  { path: ALIPAY_NOTIFY_PATH, channel: 'alipayPage', name: 'notifyAlipay', summary: '支付宝结果通知' },
  { path: LOCAL_NOTIFY_PATH, channel: 'local', name: 'notifyLocalPay', summary: '演示支付结果通知' },
] as const satisfies readonly { path: string; channel: PaymentChannel; name: string; summary: string }[];

/** Answers only what the platform needs to know: that it was taken in, or that it must come again. */
const takeIn = async (deps: OrderDependencies, gateway: PaymentGateway, request: FastifyRequest): Promise<NotificationAnswer> => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  try {
    const { id, tradeNo, fact } = await gateway.readNotification({ headers: request.headers, body });
    if (fact === undefined) {
      // About a refund: the order is looked at, which asks the platform.
      const attempt = await findAttempt(deps.db.orm, tradeNo);
      if (attempt !== undefined) await deps.jobs.send(TEND_ORDER_JOB, { id: attempt.orderNo });
    } else await takePayment(deps, gateway.channel, fact, { type: 'notify', notifyId: id });
    return gateway.accepted;
  } catch (error) {
    if (!(error instanceof ForgedNotification)) throw error;
    request.log.warn(
      { channel: gateway.channel, address: request.ip, why: error.message },
      'a notification that no payment platform signed',
    );
    return gateway.refused;
  }
};

const describe = (call: { name: string; summary: string }) => ({
  summary: call.summary,
  operationId: call.name,
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
    for (const { path, channel, ...call } of ADDRESSES) {
      scope.post(path, { schema: describe(call) }, async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('cache-control', 'no-store');
        const gateway = gatewayOf(deps, channel);
        if (gateway === undefined) return reply.code(404).type('text/plain').send('fail');
        const { status, type, body } = await takeIn(deps, gateway, request);
        return reply.code(status).type(type).serializer(String).send(body);
      });
    }
  });
};
