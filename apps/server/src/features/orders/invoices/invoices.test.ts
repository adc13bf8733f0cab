/** Tests of locking invoices to decide them, and of reversing the invoice of a refunded order. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrderFixture, type OrderFixture } from '../testing/order-fixture.ts';
import { lockInvoiceToDecide, lockInvoiceToRedden, reverseInvoiceOf } from './invoices.ts';

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

it('an open request, or one assigned to the operator, can be decided', async () => {
  const lock = (id: string) => inTransaction((tx) => lockInvoiceToDecide(tx, id, orders.operator));
  const [open, own, others] = [
    await invoice(),
    await invoice({ status: 'issuing', heldBy: orders.operator.userId }),
    await invoice({ status: 'issuing', heldBy: colleague }),
  ];
  expect([(await lock(open)).id, (await lock(own)).id]).toEqual([open, own]);
  expect(await outcomeOf(lock(others))).toBe('orders.invoiceRefused');
});

it('a red invoice is issued once, for a reversed invoice, with its own number', async () => {
  const redden = (id: string, no = '2') => inTransaction((tx) => lockInvoiceToRedden(tx, id, no));
  const pending = await invoice({ status: 'redPending', invoice_no: '1' });
  expect((await redden(pending)).id).toBe(pending);
  expect(await messageOf(redden(pending, '1'))).toBe('不能开票：红字发票的号码与原发票相同');
  expect(await messageOf(redden(await invoice({ status: 'redIssued' })))).toBe('不能开票：红字发票已经上传过');
  for (const status of ['submitted', 'issuing', 'issued', 'rejected'])
    expect(await messageOf(redden(await invoice({ status })))).toBe('不能开票：这张发票没有要冲红的退款');
});

describe('a refunded order', () => {
  it.each(['submitted', 'issuing', 'issued'] as const)('reverses its live invoice that is %s', async (status) => {
    const [no, other] = [await orders.fulfilled(), await orders.fulfilled()];
    const old = await orders.invoice({ orderNos: [no], live: false, status: 'rejected', reply: '旧' });
    const id = await orders.invoice({ orderNos: [no, other], status, invoice_no: '1', heldBy: colleague });
    orders.later(1);
    await inTransaction((tx) => reverseInvoiceOf(tx, no, orders.now()));
    const isIssued = status === 'issued';
    expect(await rowOf(id)).toMatchObject({
      status: isIssued ? 'redPending' : 'rejected',
      reply: isIssued ? `订单 ${no} 已退款，原发票由红字发票冲销；没有退款的部分可以重新申请` : `订单 ${no} 已退款，请重新申请`,
      decided_by: null,
      decided_at: orders.now(),
      invoice_no: '1',
      held_by: null,
    });
    expect(await liveOf(id)).toEqual([false, false]);
    expect(await rowOf(old)).toMatchObject({ reply: '旧', status: 'rejected' });
  });

  it('without an invoice changes no other invoice', async () => {
    const [no, id] = [await orders.fulfilled(), await invoice()];
    await inTransaction((tx) => reverseInvoiceOf(tx, no, orders.now()));
    expect(await rowOf(id)).toMatchObject({ status: 'submitted' });
  });
});
