/** Tests of requesting an invoice: what is stored, and for which orders it is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrderFixture, type OrderFixture, PRICE_FEN } from '../testing/order-fixture.ts';
import { viewInvoice } from '../view.ts';
import { createInvoice } from './create-invoice.ts';
import { findInvoice, type InvoiceRecord, listInvoicesOf, lockInvoice } from './invoice-store.ts';

testAccess('createInvoice', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin']);

testIdempotency('createInvoice', async ({ aPaidOrder }) => {
  const { as, no } = await aPaidOrder();
  return { as, body: { orderNos: [no], titleType: 'personal', title: '读者' } };
});

let orders: OrderFixture;
let li: string;
beforeAll(async () => {
  orders = await createOrderFixture();
  li = await orders.user('李');
});
afterAll(() => orders?.drop());
beforeEach(async () => {
  await orders.reset();
  await orders.query('delete from invoice_request');
});

const db = () => orders.deps.db.orm;
const inTransaction: OrderFixture['deps']['db']['transaction'] = (work) => orders.deps.db.transaction(work);
const liveOf = async (id: string) =>
  (await orders.query<{ live: boolean }>('select live from invoice_order where invoice_id = $1', [id])).map(({ live }) => live);
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
const request = (orderNos: string[], more: { titleType?: 'personal' | 'enterprise'; taxNo?: string; email?: string } = {}) =>
  resultOf(
    createInvoice(orders.deps, orders.caller(), {
      orderNos,
      titleType: 'personal',
      title: '梅',
      taxNo: undefined,
      email: undefined,
      ...more,
    }),
  );

describe('a requested invoice', () => {
  it('covers what was not refunded of each order, and is stored with all its fields', async () => {
    const [a, b] = [await orders.fulfilled(), await orders.fulfilled({ status: 'partiallyRefunded', refundedFen: 80 })];
    const { payload: created, say } = await request([b, a, b], {
      titleType: 'enterprise',
      taxNo: '12100000400000001A',
      email: 'mei@example.com',
    });
    expect(say).toBe('已提交发票申请');
    const stored = await findInvoice(db(), created.id);
    expect(stored).toEqual({
      id: expect.any(String),
      userId: orders.mei,
      orderNos: [a, b],
      titleType: 'enterprise',
      title: '梅',
      taxNo: '12100000400000001A',
      email: 'mei@example.com',
      amountFen: 2 * PRICE_FEN - 80,
      status: 'submitted',
      invoiceNo: undefined,
      fileId: undefined,
      redInvoiceNo: undefined,
      redFileId: undefined,
      reply: '',
      createdAt: orders.now(),
      heldBy: undefined,
    });
    expect(await liveOf(created.id)).toEqual([true, true]);
    expect(await inTransaction((tx) => lockInvoice(tx, created.id))).toEqual(stored);
    expect(created).toEqual(viewInvoice(stored as InvoiceRecord));
  });

  it('of an individual has no tax number', async () => {
    const { payload } = await request([await orders.fulfilled()], { taxNo: '12100000400000001A' });
    expect(await findInvoice(db(), payload.id)).toMatchObject({ taxNo: undefined, email: undefined });
  });

  it('is refused for an order of another user, an unknown order, and an order with an invoice', async () => {
    const [own, others] = [await orders.fulfilled(), await orders.fulfilled({ userId: li })];
    expect(await outcomeOf(request([own, others]))).toBe('orders.notFound');
    expect(await outcomeOf(request(['20000000000000000000']))).toBe('orders.notFound');
    await request([own]);
    expect(await messageOf(request([await orders.fulfilled(), own]))).toBe('不能开票：其中有订单已申请过发票');
    expect(await listInvoicesOf(db(), orders.mei)).toHaveLength(1);
  });

  it.each(['created', 'paid', 'closed', 'refunding', 'refunded'] as const)('is refused for an order that is %s', async (status) => {
    const no = await orders.fulfilled({ status });
    expect(await messageOf(request([no]))).toBe(`不能开票：订单 ${no} 没有完成，或正在退款`);
  });
});
