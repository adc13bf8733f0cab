/** Invoices from the question which orders there are to the PDF: who may answer them, and that two people do not work on one. On a whole server (`openTestServer`). */
import type { Envelope, InvoiceRequest, listInvoiceRequests, listOrdersToInvoice, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPdf, granted, sendForm } from './testing/file-scene.ts';
import { type OrderScene, openOrderScene, PRICE_FEN } from './testing/order-scene.ts';
import type { TestPerson } from './testing/test-server.ts';

let scene: OrderScene;
let finance: TestPerson;
let colleague: TestPerson;
let editor: TestPerson;
let people = 0;
beforeAll(async () => {
  scene = await openOrderScene();
  await scene.shop.server.listen({ port: 0, host: '127.0.0.1' });
  [finance, colleague, editor] = [
    await scene.shop.person('13622260001', 'finance'),
    await scene.shop.person('13622260002', 'finance'),
    await scene.shop.person('13622260003', 'editor'),
  ];
}, 120_000);
afterAll(() => scene?.close());

const aPerson = (): Promise<TestPerson> => {
  people += 1;
  return scene.shop.person(String(13_622_270_000 + people));
};
const call = <T = unknown>(url: string, as: TestPerson, body?: object): Promise<Envelope<T>> =>
  scene.shop.call<T>(url, { as, ...(body === undefined ? {} : { body }) });
const ask = async (as: TestPerson, ...orderNos: string[]): Promise<string> =>
  granted(await call<InvoiceRequest>('/api/invoice/create', as, { orderNos, titleType: 'personal', title: '梅' })).id;
const aRequest = async () => {
  const mei = await aPerson();
  const { no } = await scene.buy(mei, await scene.paidBook());
  return { mei, no, id: await ask(mei, no) };
};
const hold = (as: TestPerson, id: string, action: 'take' | 'putBack') =>
  call<InvoiceRequest>('/api/admin/invoice/hold', as, { id, action });
const issue = (as: TestPerson, id: string, invoiceNo: string) =>
  sendForm(scene.shop, '/api/admin/invoice/issue', as, [
    ['id', id],
    ['invoiceNo', invoiceNo],
    ['file', { name: '发票.pdf', bytes: aPdf() }],
  ]);
const seenBy = async (as: TestPerson, id: string) =>
  granted(await call<OutputOf<typeof listInvoiceRequests>>('/api/admin/invoice/list?limit=100', as)).items.find(
    ({ invoice }) => invoice.id === id,
  );
const mine = async (as: TestPerson) => granted(await call<{ items: InvoiceRequest[] }>('/api/invoice/list', as)).items[0];
const actsOf = async (id: string) =>
  (await scene.query('select act, operator_id from audit_act where target_id = $1 order by at, id', [id])).map(({ act, operator_id }) => [
    act,
    operator_id,
  ]);

describe('orders for an invoice', () => {
  const open = async (as: TestPerson, query = '') =>
    granted(await call<OutputOf<typeof listOrdersToInvoice>>(`/api/invoice/orders${query}`, as));

  it('are all that were paid and stand on none, page by page, whatever else the person ordered', async () => {
    const mei = await aPerson();
    const paid: string[] = [];
    while (paid.length < 3) paid.push((await scene.buy(mei, await scene.paidBook())).no);
    await scene.order(mei, await scene.paidBook());
    await scene.buy(await aPerson(), await scene.paidBook());
    const { items, next } = await open(mei, '?limit=2');
    const rest = await open(mei, `?limit=2&cursor=${next}`);
    expect(rest.next).toBeUndefined();
    expect([...items, ...rest.items].map(({ no }) => no)).toEqual(paid.toSorted().toReversed());
    const [first = '', ...others] = paid;
    const id = await ask(mei, first);
    expect((await open(mei)).items.map(({ no }) => no).toSorted()).toEqual(others.toSorted());
    granted(await call('/api/admin/invoice/reject', finance, { id, answer: '抬头不全' }));
    expect((await open(mei)).items).toHaveLength(3);
  });

  it('are no more once the money went back', async () => {
    const mei = await aPerson();
    const { no } = await scene.buy(mei, await scene.paidBook());
    granted(await call('/api/admin/order/refund', finance, { no, amountFen: PRICE_FEN, reason: '印错' }));
    await expect.poll(async () => (await open(mei)).items, { timeout: 20_000, interval: 50 }).toEqual([]);
  });
});

describe('a request in somebody’s hand', () => {
  it('is said to be so to its reader and to colleagues, who cannot answer it meanwhile', async () => {
    const { mei, id } = await aRequest();
    expect(granted(await hold(finance, id, 'take')).status).toBe('issuing');
    expect((await mine(mei))?.status).toBe('issuing');
    expect((await seenBy(finance, id))?.holder).toEqual({ nickname: expect.any(String), isMe: true });
    expect((await seenBy(colleague, id))?.holder).toEqual({ nickname: expect.any(String), isMe: false });
    const busy = { code: 'orders.invoiceRefused', message: '不能开票：另一位同事正在开这张发票，放回后才能处理' };
    expect(await hold(colleague, id, 'take')).toMatchObject(busy);
    expect(await issue(colleague, id, '26112000000012345601')).toMatchObject(busy);
    expect(await call('/api/admin/invoice/reject', colleague, { id, answer: '抬头不全' })).toMatchObject(busy);
    expect((await mine(mei))?.status).toBe('issuing');
    expect(granted(await issue(finance, id, '26112000000012345601'))).toMatchObject({ status: 'issued' });
    expect((await seenBy(colleague, id))?.holder).toBeUndefined();
    expect(await actsOf(id)).toEqual([
      ['invoice.take', finance.id],
      ['invoice.issue', finance.id],
    ]);
    expect(await hold(finance, id, 'take')).toMatchObject({ code: 'orders.invoiceRefused', message: '不能开票：这个申请已经处理过' });
  });

  it('is put back by its holder, or by a colleague where the holder is away, and taken by one of many', async () => {
    const { mei, id } = await aRequest();
    const takers = [finance, colleague, finance, colleague];
    const answers = await Promise.all(takers.map((as) => hold(as, id, 'take')));
    const won = new Set(takers.filter((_, n) => answers[n]?.code === 'success'));
    expect(won.size).toBe(1);
    const [holder] = won;
    const other = holder === finance ? colleague : finance;
    expect(granted(await hold(other, id, 'putBack')).status).toBe('submitted');
    granted(await hold(other, id, 'putBack'));
    expect((await mine(mei))?.status).toBe('submitted');
    granted(await hold(other, id, 'take'));
    expect((await seenBy(other, id))?.holder).toMatchObject({ isMe: true });
    expect(await actsOf(id)).toEqual([
      ['invoice.take', holder?.id],
      ['invoice.putBack', other.id],
      ['invoice.take', other.id],
    ]);
  });

  it('is anybody’s again when its holder’s account is gone', async () => {
    const { id } = await aRequest();
    const leaving = await scene.shop.person('13622260009', 'finance');
    granted(await hold(leaving, id, 'take'));
    await scene.query('delete from user_account where id = $1', [leaving.id]);
    expect((await seenBy(colleague, id))?.holder).toBeUndefined();
    granted(await hold(colleague, id, 'take'));
  });
});

describe('an editor', () => {
  it('takes a request in hand and answers it with the PDF, and touches no other money', async () => {
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
