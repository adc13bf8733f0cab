/** Tests of assigning invoice requests to operators. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resultOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrderFixture, type OrderFixture } from '../testing/order-fixture.ts';
import { assignInvoice } from './assign-invoice.ts';
import { lockInvoiceToRedden, requireInvoice } from './invoices.ts';
import { rejectInvoice } from './reject-invoice.ts';

testAccess('assignInvoice', ['editor', 'finance', 'admin'], 'id:invoice');
testIdempotency('assignInvoice', async ({ aUser, anInvoice }) => ({
  as: await aUser('admin'),
  body: { id: await anInvoice(), action: 'take' },
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

const inTransaction: OrderFixture['deps']['db']['transaction'] = (work) => orders.deps.db.transaction(work);
const rowOf = (id: string) => orders.row('invoice_request', 'id', id);
const liveOf = async (id: string) =>
  (await orders.query<{ live: boolean }>('select live from invoice_order where invoice_id = $1', [id])).map(({ live }) => live);
/** Creates an invoice request for a new order. */
const invoice = async (more: Record<string, unknown> = {}) => orders.invoice({ orderNos: [await orders.fulfilled()], ...more });
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
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
const assign = (id: string, action: 'take' | 'putBack', caller = orders.operatorCaller()) =>
  resultOf(assignInvoice(orders.deps, caller, { id, action }));
const take = async (id: string, caller = orders.operatorCaller()) => (await assign(id, 'take', caller)).payload;
const putBack = async (id: string) => (await assign(id, 'putBack')).payload;
const reject = (id: string, reply = '抬头不全') => resultOf(rejectInvoice(orders.deps, orders.operatorCaller(), { id, reply }));
const other = () => orders.caller(colleague, { roles: ['finance'], requestId: 'request-2' });

it('a request is assigned to one operator at a time, and anyone can return it', async () => {
  const no = await orders.fulfilled();
  const id = await orders.invoice({ orderNos: [no] });
  const bystander = await invoice();
  expect(await assign(id, 'take')).toMatchObject({ payload: { id, status: 'issuing' }, say: '这张发票由您来开' });
  expect(await rowOf(id)).toMatchObject({ held_by: orders.operator.userId });
  expect(await take(id)).toMatchObject({ status: 'issuing' });
  expect(await messageOf(take(id, other()))).toBe('不能开票：另一位同事正在开这张发票，放回后才能处理');
  expect(await assign(id, 'putBack', other())).toMatchObject({ payload: { status: 'submitted' }, say: '已放回待开具' });
  expect(await rowOf(id)).toMatchObject({ held_by: null });
  expect(await putBack(id)).toMatchObject({ status: 'submitted' });
  expect(await rowOf(bystander)).toMatchObject({ status: 'submitted', held_by: null });
  expect(await orders.auditEvents()).toEqual([
    auditEvent('invoice.take', id, no, { before: { status: 'submitted' }, after: { status: 'issuing' } }),
    auditEvent('invoice.putBack', id, no, {
      operator_id: colleague,
      request_id: 'request-2',
      before: { status: 'issuing' },
      after: { status: 'submitted' },
    }),
  ]);
});

it('audit events and notifications name every order of an invoice', async () => {
  const nos = [await orders.fulfilled(), await orders.fulfilled()];
  const id = await orders.invoice({ orderNos: nos });
  const name = nos.join('、');
  await take(id);
  await putBack(id);
  await reject(id);
  expect((await orders.auditEvents()).map(({ target_name }) => target_name)).toEqual([name, name, name]);
  expect(await orders.notifications()).toMatchObject([{ subject_name: name }]);
  expect(await liveOf(id)).toEqual([false, false]);
});

it.each(['issued', 'rejected', 'redPending', 'redIssued'] as const)(
  'a request that is %s cannot be assigned or rejected',
  async (status) => {
    const id = await invoice({ status });
    for (const work of [() => take(id), () => putBack(id), () => reject(id)])
      expect(await messageOf(work())).toBe('不能开票：这个申请已经处理过');
    expect((await rowOf(id))?.['status']).toBe(status);
    expect(await orders.auditEvents()).toEqual([]);
  },
);

it('an unknown request is refused', async () => {
  for (const work of [() => take('none'), () => putBack('none'), () => reject('none'), () => requireInvoice(orders.deps.db.orm, 'none')])
    expect(await outcomeOf(work())).toBe('orders.invoiceNotFound');
  expect(await outcomeOf(inTransaction((tx) => lockInvoiceToRedden(tx, 'none', '1')))).toBe('orders.invoiceNotFound');
});
