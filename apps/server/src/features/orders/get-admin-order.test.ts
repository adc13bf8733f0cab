/** Tests of an order as operators see it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { getAdminOrder } from './get-admin-order.ts';
import { queryOrder } from './query-order.ts';
import { createOrderFixture, type OrderFixture } from './testing/order-fixture.ts';

testAccess('getAdminOrder', ['finance', 'admin'], 'filtered');

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(async () => {
  await orders.reset();
  await orders.query('delete from invoice_request');
  await orders.query('delete from purchase_order');
});

const find = (no: string, scope?: AccessScope) => payloadOf(getAdminOrder(orders.deps, orders.operatorCaller(scope), { no }));
const query = (no: string) => queryOrder(orders.deps, orders.operatorCaller(), { no });
const buyer = () => ({ userId: orders.mei, nickname: `人 ${orders.mei}`, tel: '136****0000' });

it('an order is returned with its payments, entitlements, refunds and invoice', async () => {
  const bookId = await orders.book({ publisher: '甲社' });
  const no = await orders.order({ items: [{ bookId, termDays: 30 }] });
  const tradeNo = await orders.begun(no);
  const txn = orders.standIn.pay(tradeNo);
  await query(no);
  const id = await orders.refund({ orderNo: no, channelTxn: txn });
  const invoice = await orders.invoice({ orderNos: [no] });
  const shown = await find(no);
  expect(shown).toMatchObject({
    order: { no, status: 'fulfilled' },
    buyer: buyer(),
    isPart: false,
    channelTxn: txn,
    payments: [{ type: 'query', channel: 'wechatNative', verified: true, at: orders.now(), message: { trade_state: 'SUCCESS' } }],
    grants: [{ bookId, status: 'active', startsAt: orders.now(), endsAt: orders.now() + 30 * 86_400_000 }],
    refunds: [{ id }],
    invoice: { id: invoice },
  });
  expect(shown.events.map(({ kind }) => kind)).toEqual(['created', 'paid', 'fulfilled', 'refundRequested']);
  const bare = await find(await orders.order());
  for (const name of ['channelTxn', 'invoice']) expect(bare).not.toHaveProperty(name);
});

it('an operator of a publisher sees only its part of a shared order', async () => {
  const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
  const scope = { publishers: ['甲社'], institutions: [] };
  const no = await orders.order({ items: [{ bookId: own }, { bookId: other }] });
  orders.standIn.pay(await orders.begun(no));
  await query(no);
  await orders.query(`update entitlement set status = 'suspended', note = '付款有争议' where book_id = $1`, [own]);
  const ownRefund = await orders.refund({ orderNo: no, bookIds: [own], status: 'rejected' });
  await orders.refund({ orderNo: no, bookIds: [other], status: 'rejected' });
  await orders.invoice({ orderNos: [no] });
  const shown = await find(no, scope);
  expect(shown).toMatchObject({ isPart: true, payments: [], refunds: [{ id: ownRefund }] });
  expect(shown.grants).toMatchObject([{ bookId: own, status: 'suspended' }]);
  expect(shown).not.toHaveProperty('invoice');
});

it('an order outside the scope, or that does not exist, is not found', async () => {
  const no = await orders.order({ items: [{ bookId: await orders.book({ publisher: '乙社' }) }] });
  expect(await outcomeOf(find(no, { publishers: ['甲社'], institutions: [] }))).toBe('orders.notFound');
  expect(await outcomeOf(find('20000000000000000000'))).toBe('orders.notFound');
});
