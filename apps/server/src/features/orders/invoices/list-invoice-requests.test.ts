/** Tests of the list of invoice requests as operators see it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { createOrderFixture, type OrderFixture } from '../testing/order-fixture.ts';
import { assignInvoice } from './assign-invoice.ts';
import { listInvoiceRequests } from './list-invoice-requests.ts';

testAccess('listInvoiceRequests', ['editor', 'finance', 'admin'], 'filtered');

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

const list = (input: Partial<Parameters<typeof listInvoiceRequests>[2]>, scope?: AccessScope) =>
  payloadOf(listInvoiceRequests(orders.deps, orders.operatorCaller(scope), { limit: 20, ...input }));
const buyer = () => ({ userId: orders.mei, nickname: `人 ${orders.mei}`, tel: '136****0000' });

it('requests are listed with their buyers and assignees, page by page, with the counts of each status', async () => {
  const ids = [
    await orders.invoice({ orderNos: [await orders.fulfilled()] }),
    await orders.invoice({ orderNos: [await orders.fulfilled()] }),
  ];
  const [id = ''] = ids;
  await assignInvoice(orders.deps, orders.operatorCaller(), { id, action: 'take' });
  expect(await list({ limit: 1, status: 'issuing' })).toMatchObject({
    items: [{ invoice: { id }, buyer: buyer(), holder: { nickname: `人 ${orders.operator.userId}`, isMe: true } }],
    counts: { submitted: 1, issuing: 1 },
  });
  const colleague = await orders.user();
  await orders.query('update invoice_request set held_by = $2 where id = $1', [id, colleague]);
  expect((await list({ status: 'issuing' })).items[0]?.holder).toEqual({ nickname: `人 ${colleague}`, isMe: false });
  expect((await list({ status: 'submitted' })).items[0]).not.toHaveProperty('holder');
  const page = await list({ limit: 1 });
  expect([page.items.map(({ invoice }) => invoice.id), page.next]).toEqual([[ids[1]], ids[1]]);
});

it('an operator of a publisher sees only invoices of its books', async () => {
  const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
  const invoiceOf = async (bookId: string) => orders.invoice({ orderNos: [await orders.fulfilled({ items: [{ bookId }] })] });
  const ownInvoice = await invoiceOf(own);
  await invoiceOf(other);
  const { items, counts } = await list({}, { publishers: ['甲社'], institutions: [] });
  expect([items.map(({ invoice }) => invoice.id), counts.submitted]).toEqual([[ownInvoice], 1]);
});
