/** Tests of the webhooks of the payment providers on an HTTP server of their own: their responses and their effects. */
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlatformError } from '../../../gateways/payment/payment-gateway.ts';
import type { SignedNotification } from '../../../gateways/payment/testing/payment-stand-in.ts';
import { testAccess } from '../../../testing/test-access.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { createOrderFixture, type OrderFixture, PRICE_FEN } from '../testing/order-fixture.ts';
import { registerPaymentNotifications } from './notifications.ts';

testAccess('notifyWechatPay', 'everyone');
testAccess('notifyAlipay', 'everyone');
testAccess('notifyLocalPay', 'everyone');

let orders: OrderFixture;
let http: FastifyInstance;
let routes: RouteOptions[];
const logged: Record<string, unknown>[] = [];
const open = async (deps: OrderDependencies): Promise<FastifyInstance> => {
  routes = [];
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) };
  const fastify = Fastify({ logger: { level: 'warn', stream } });
  // Fastify's validation and conversion by schemas are disabled, as on the whole server.
  fastify.addHook('onRoute', (route) => void routes.push(route));
  fastify.setValidatorCompiler(() => () => true);
  fastify.setSerializerCompiler(() => (data) => JSON.stringify(data));
  await registerPaymentNotifications(fastify, deps);
  return fastify;
};
beforeAll(async () => {
  orders = await createOrderFixture();
  http = await open(orders.deps);
});
afterAll(async () => {
  await http?.close();
  await orders?.drop();
});
beforeEach(async () => {
  logged.length = 0;
  await orders.reset();
});

type Channel = 'wechatNative' | 'alipayPage';
const PATHS = { wechatNative: '/api/pay/notify/wechat', alipayPage: '/api/pay/notify/alipay' } as const;
const bring = async (url: string, { headers, body }: SignedNotification, to = http) => {
  const response = await to.inject({ method: 'POST', url, headers, payload: body });
  return [response.statusCode, response.headers['content-type'], response.body];
};
const ACCEPTED = {
  wechatNative: [200, 'application/json', '{"code":"SUCCESS","message":""}'],
  alipayPage: [200, 'text/plain', 'success'],
};
const REFUSED = {
  wechatNative: [401, 'application/json', '{"code":"FAIL","message":"验签失败"}'],
  alipayPage: [200, 'text/plain', 'fail'],
};
const begun = async (channel: Channel) => {
  const no = await orders.order({ items: [{ bookId: await orders.book() }] });
  return { no, tradeNo: await orders.begun(no, channel) };
};

describe.each(['wechatNative', 'alipayPage'] as const)('a notification of %s', (channel) => {
  it('is accepted, and fulfills the order', async () => {
    const { no, tradeNo } = await begun(channel);
    orders.standIn.pay(tradeNo);
    expect(await bring(PATHS[channel], orders.notificationOf(channel, tradeNo))).toEqual(ACCEPTED[channel]);
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'fulfilled', channel });
    expect(await orders.query('select type, notify_id from payment_event where order_no = $1', [no])).toEqual([
      { type: 'notify', notify_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
  });

  it('is accepted as well if it is repeated or reports a wrong amount', async () => {
    const { no, tradeNo } = await begun(channel);
    orders.standIn.pay(tradeNo, { totalFen: PRICE_FEN + 1 });
    const notification = orders.notificationOf(channel, tradeNo);
    for (let n = 0; n < 2; n += 1) expect(await bring(PATHS[channel], notification)).toEqual(ACCEPTED[channel]);
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'created' });
  });

  it('is refused without a valid signature, which is logged with the sender', async () => {
    const { no, tradeNo } = await begun(channel);
    orders.standIn.pay(tradeNo);
    const { headers, body } = orders.notificationOf(channel, tradeNo);
    expect(await bring(PATHS[channel], { headers, body: `${body} ` })).toEqual(REFUSED[channel]);
    expect(await bring(PATHS[channel], { headers: {}, body: '' })).toEqual(REFUSED[channel]);
    expect(logged).toMatchObject([
      { level: 40, channel, address: '127.0.0.1', reason: expect.stringContaining('not signed by') },
      { level: 40, channel },
    ]);
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'created' });
  });
});

describe('a notification', () => {
  it('about a refund starts the job of its order', async () => {
    const { no, tradeNo } = await begun('wechatNative');
    orders.standIn.pay(tradeNo);
    const notification = orders.standIn.wechatNotification(tradeNo, { type: 'REFUND.SUCCESS' });
    expect(await bring(PATHS.wechatNative, notification)).toEqual(ACCEPTED.wechatNative);
    expect(orders.jobs).toEqual([{ name: 'orders.reconcile', data: { id: no }, inTransaction: false }]);
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'created' });
    orders.jobs.length = 0;
    await orders.query('delete from payment_attempt where trade_no = $1', [tradeNo]);
    expect(await bring(PATHS.wechatNative, orders.standIn.wechatNotification(tradeNo, { type: 'REFUND.SUCCESS' }))).toEqual(
      ACCEPTED.wechatNative,
    );
    expect(orders.jobs).toEqual([]);
  });

  it('for a platform that is disabled is not found', async () => {
    expect(await bring('/api/pay/notify/local', { headers: { 'content-type': 'application/json' }, body: '{}' })).toEqual([
      404,
      'text/plain',
      'fail',
    ]);
  });

  it('has a response that is never cached', async () => {
    for (const url of [...Object.values(PATHS), '/api/pay/notify/local'])
      expect((await http.inject({ method: 'POST', url, payload: '{}' })).headers['cache-control']).toBe('no-store');
  });

  it('larger than 64 KiB is not read', async () => {
    const bytes = async (count: number) =>
      (await http.inject({ method: 'POST', url: PATHS.alipayPage, headers: { 'content-type': 'text/plain' }, payload: 'x'.repeat(count) }))
        .statusCode;
    expect([await bytes(65_536), await bytes(65_537)]).toEqual([200, 413]);
  });

  it('that cannot be processed is repeated by the platform', async () => {
    const { tradeNo } = await begun('wechatNative');
    orders.standIn.pay(tradeNo);
    const gateways = orders.deps.gateways.map((gateway) => ({
      ...gateway,
      readNotification: () => Promise.reject(new PlatformError('read', 'AWAY')),
    }));
    const failing = await open({ ...orders.deps, gateways });
    expect((await bring(PATHS.wechatNative, orders.notificationOf('wechatNative', tradeNo), failing))[0]).toBe(500);
    await failing.close();
  });

  it('has one route for each platform, described with its responses', async () => {
    const other = await open(orders.deps);
    await other.ready();
    const posts = routes.filter(({ method }) => method === 'POST');
    const schemaOf = (route: RouteOptions) =>
      route.schema as Record<string, unknown> & { response: Record<string, { description: string; content: object }> };
    expect(posts.map((route) => [route.url, schemaOf(route)['operationId'], schemaOf(route)['summary']])).toEqual([
      ['/api/pay/notify/wechat', 'notifyWechatPay', '微信支付结果通知'],
      ['/api/pay/notify/alipay', 'notifyAlipay', '支付宝结果通知'],
      ['/api/pay/notify/local', 'notifyLocalPay', '演示支付结果通知'],
    ]);
    for (const route of posts) {
      const { response, description } = schemaOf(route);
      expect(description).toBe('由支付平台调用，按平台规定的格式应答；签名不对的不予处理');
      expect(Object.entries(response).map(([status, one]) => [status, one.description, Object.keys(one.content)])).toEqual([
        ['200', '已处理，或（支付宝）未通过验证', ['text/plain', 'application/json']],
        ['401', '未通过验证', ['text/plain', 'application/json']],
        ['404', '没有开通', ['text/plain']],
      ]);
    }
    await other.close();
  });
});
