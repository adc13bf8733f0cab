/** Tests of invoices from the list of orders to the PDF, with permissions and assignment, on a whole server (`openTestServer`). */
import type { Envelope, InvoiceRequest, listInvoiceRequests, listOrdersToInvoice, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPdf, granted, sendForm } from '../../../testing/file-fixture.ts';
import { formWithFile } from '../../../testing/request-fixture.ts';
import { type OrderScenario, openOrderScenario, PRICE_FEN } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import type { TestUser } from '../../../testing/test-server.ts';

testAccess('issueInvoice', ['editor', 'finance', 'admin'], 'filtered');

testIdempotency('issueInvoice', async ({ aUser, anInvoice }) => ({
  as: await aUser('admin'),
  body: formWithFile({ id: await anInvoice(), invoiceNo: '26112000000012345678' }, aPdf(), '发票.pdf'),
}));

let fixture: OrderScenario;
let finance: TestUser;
let colleague: TestUser;
let editor: TestUser;
let userCount = 0;
beforeAll(async () => {
  fixture = await openOrderScenario();
  await fixture.shop.server.listen({ port: 0, host: '127.0.0.1' });
  [finance, colleague, editor] = [
    await fixture.shop.user('13622260001', 'finance'),
    await fixture.shop.user('13622260002', 'finance'),
    await fixture.shop.user('13622260003', 'editor'),
  ];
}, 120_000);
afterAll(() => fixture?.close());

const aUser = (): Promise<TestUser> => {
  userCount += 1;
  return fixture.shop.user(String(13_622_270_000 + userCount));
};
const call = <T = unknown>(url: string, as: TestUser, body?: object): Promise<Envelope<T>> =>
  fixture.shop.call<T>(url, { as, ...(body === undefined ? {} : { body }) });
const requestInvoice = async (as: TestUser, ...orderNos: string[]): Promise<string> =>
  granted(await call<InvoiceRequest>('/api/invoice/create', as, { orderNos, titleType: 'personal', title: '梅' })).id;
const aRequest = async () => {
  const mei = await aUser();
  const { no } = await fixture.buy(mei, await fixture.paidBook());
  return { mei, no, id: await requestInvoice(mei, no) };
};
const hold = (as: TestUser, id: string, action: 'take' | 'putBack') => call<InvoiceRequest>('/api/admin/invoice/hold', as, { id, action });
const issue = (as: TestUser, id: string, invoiceNo: string) =>
  sendForm(fixture.shop, '/api/admin/invoice/issue', as, [
    ['id', id],
    ['invoiceNo', invoiceNo],
    ['file', { name: '发票.pdf', bytes: aPdf() }],
  ]);
const seenBy = async (as: TestUser, id: string) =>
  granted(await call<OutputOf<typeof listInvoiceRequests>>('/api/admin/invoice/list?limit=100', as)).items.find(
    ({ invoice }) => invoice.id === id,
  );
const mine = async (as: TestUser) => granted(await call<{ items: InvoiceRequest[] }>('/api/invoice/list', as)).items[0];
const auditEventsOf = async (id: string) =>
  (await fixture.query('select action, operator_id from audit_event where target_id = $1 order by at, id', [id])).map(
    ({ action, operator_id }) => [action, operator_id],
  );

describe('the orders to invoice', () => {
  const open = async (as: TestUser, query = '') =>
    granted(await call<OutputOf<typeof listOrdersToInvoice>>(`/api/invoice/orders${query}`, as));

  it('are the paid orders of the user without an invoice, page by page', async () => {
    const mei = await aUser();
    const paid: string[] = [];
    while (paid.length < 3) paid.push((await fixture.buy(mei, await fixture.paidBook())).no);
    await fixture.order(mei, await fixture.paidBook());
    await fixture.buy(await aUser(), await fixture.paidBook());
    const { items, next } = await open(mei, '?limit=2');
    const rest = await open(mei, `?limit=2&cursor=${next}`);
    expect(rest.next).toBeUndefined();
    expect([...items, ...rest.items].map(({ no }) => no)).toEqual(paid.toSorted().toReversed());
    const [first = '', ...others] = paid;
    const id = await requestInvoice(mei, first);
    expect((await open(mei)).items.map(({ no }) => no).toSorted()).toEqual(others.toSorted());
    granted(await call('/api/admin/invoice/reject', finance, { id, reply: '抬头不全' }));
    expect((await open(mei)).items).toHaveLength(3);
  });

  it('do not include refunded orders', async () => {
    const mei = await aUser();
    const { no } = await fixture.buy(mei, await fixture.paidBook());
    granted(await call('/api/admin/order/refund', finance, { no, amountFen: PRICE_FEN, reason: '印错' }));
    await expect.poll(async () => (await open(mei)).items, { timeout: 20_000, interval: 50 }).toEqual([]);
  });
});

describe('an assigned invoice request', () => {
  it('is shown as assigned to its user and to colleagues, who cannot decide it', async () => {
    const { mei, id } = await aRequest();
    expect(granted(await hold(finance, id, 'take')).status).toBe('issuing');
    expect((await mine(mei))?.status).toBe('issuing');
    expect((await seenBy(finance, id))?.holder).toEqual({ nickname: expect.any(String), isMe: true });
    expect((await seenBy(colleague, id))?.holder).toEqual({ nickname: expect.any(String), isMe: false });
    const busy = { code: 'orders.invoiceRefused', message: '不能开票：另一位同事正在开这张发票，放回后才能处理' };
    expect(await hold(colleague, id, 'take')).toMatchObject(busy);
    expect(await issue(colleague, id, '26112000000012345601')).toMatchObject(busy);
    expect(await call('/api/admin/invoice/reject', colleague, { id, reply: '抬头不全' })).toMatchObject(busy);
    expect((await mine(mei))?.status).toBe('issuing');
    expect(granted(await issue(finance, id, '26112000000012345601'))).toMatchObject({ status: 'issued' });
    expect((await seenBy(colleague, id))?.holder).toBeUndefined();
    expect(await auditEventsOf(id)).toEqual([
      ['invoice.take', finance.id],
      ['invoice.issue', finance.id],
    ]);
    expect(await hold(finance, id, 'take')).toMatchObject({ code: 'orders.invoiceRefused', message: '不能开票：这个申请已经处理过' });
  });

  it('can be returned by its assignee or a colleague, and is assigned to one of several callers', async () => {
    const { mei, id } = await aRequest();
    const takers = [finance, colleague, finance, colleague];
    const responses = await Promise.all(takers.map((as) => hold(as, id, 'take')));
    const won = new Set(takers.filter((_, n) => responses[n]?.code === 'success'));
    expect(won.size).toBe(1);
    const [holder] = won;
    const other = holder === finance ? colleague : finance;
    expect(granted(await hold(other, id, 'putBack')).status).toBe('submitted');
    granted(await hold(other, id, 'putBack'));
    expect((await mine(mei))?.status).toBe('submitted');
    granted(await hold(other, id, 'take'));
    expect((await seenBy(other, id))?.holder).toMatchObject({ isMe: true });
    expect(await auditEventsOf(id)).toEqual([
      ['invoice.take', holder?.id],
      ['invoice.putBack', other.id],
      ['invoice.take', other.id],
    ]);
  });

  it('is unassigned when the account of its assignee is deleted', async () => {
    const { id } = await aRequest();
    const leaving = await fixture.shop.user('13622260009', 'finance');
    granted(await hold(leaving, id, 'take'));
    await fixture.query('delete from user_account where id = $1', [leaving.id]);
    expect((await seenBy(colleague, id))?.holder).toBeUndefined();
    granted(await hold(colleague, id, 'take'));
  });
});

describe('an editor', () => {
  it('is assigned an invoice request and issues its PDF, but has no access to orders and refunds', async () => {
    const { mei, no, id } = await aRequest();
    granted(await hold(editor, id, 'take'));
    expect(granted(await issue(editor, id, '26112000000012345602'))).toMatchObject({ status: 'issued' });
    expect(await mine(mei)).toMatchObject({ status: 'issued', invoiceNo: '26112000000012345602' });
    for (const [url, body] of [
      ['/api/admin/order/list', undefined],
      ['/api/admin/refund/list', undefined],
      ['/api/admin/order/refund', { no, amountFen: 1, reason: '补偿' }],
    ] as const)
      expect((await call(url, editor, body)).code).toBe('forbidden');
    expect((await hold(mei, id, 'take')).code).toBe('forbidden');
  });
});
