/** Tests of rejecting invoice requests. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resultOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrderFixture, type OrderFixture } from '../testing/order-fixture.ts';
import { rejectInvoice } from './reject-invoice.ts';

testAccess('rejectInvoice', ['editor', 'finance', 'admin'], 'id:invoice');
testIdempotency('rejectInvoice', async ({ aUser, anInvoice }) => ({
  as: await aUser('admin'),
  body: { id: await anInvoice(), reply: '抬头不全' },
}));

let orders: OrderFixture;
let colleague: string;
beforeAll(async () => {
  orders = await createOrderFixture();
  colleague = await orders.user('同事');
});
afterAll(() => orders?.drop());
beforeEach(async () => {
  await orders.reset();
  await orders.query('delete from invoice_request');
});

const rowOf = (id: string) => orders.row('invoice_request', 'id', id);
const liveOf = async (id: string) =>
  (await orders.query<{ live: boolean }>('select live from invoice_order where invoice_id = $1', [id])).map(({ live }) => live);
/** Creates an invoice request for a new order. */
const invoice = async (more: Record<string, unknown> = {}) => orders.invoice({ orderNos: [await orders.fulfilled()], ...more });
const auditEvent = (action: string, id: string, orderNo: string, change: object) => ({
  operator_id: orders.operator.userId,
  request_id: 'request-1',
  action: action,
  target_kind: 'invoice',
  target_id: id,
  target_name: orderNo,
  before: null,
  after: null,
  reason: '',
  at: orders.now(),
  ...change,
});
const reject = (id: string, reply = '抬头不全') => resultOf(rejectInvoice(orders.deps, orders.operatorCaller(), { id, reply }));

it('a rejection has a reason, releases the orders and notifies the buyer', async () => {
  const no = await orders.fulfilled();
  const id = await orders.invoice({ orderNos: [no], status: 'issuing', heldBy: orders.operator.userId });
  const bystander = await invoice();
  orders.later(60_000);
  expect(await reject(id)).toMatchObject({ payload: { status: 'rejected', reply: '抬头不全' }, say: '已退回发票申请' });
  expect(await rowOf(id)).toMatchObject({ decided_by: orders.operator.userId, decided_at: orders.now(), held_by: null });
  expect([await liveOf(id), await liveOf(bystander), (await rowOf(bystander))?.['status']]).toEqual([[false], [true], 'submitted']);
  expect(await orders.auditEvents()).toEqual([
    auditEvent('invoice.reject', id, no, { before: { status: 'issuing' }, after: { status: 'rejected' }, reason: '抬头不全' }),
  ]);
  expect(await orders.notifications()).toEqual([{ kind: 'invoiceRejected', subject_id: id, subject_name: no, created_at: orders.now() }]);
  expect(await outcomeOf(reject(await invoice({ status: 'issuing', heldBy: colleague })))).toBe('orders.invoiceRefused');
});
