/** Tests of refunds, invoices, exported orders, and what finance sees of them, on a whole server (`openTestServer`). */
import type {
  Envelope,
  getAdminOrder,
  InvoiceRequest,
  listInvoiceRequests,
  listRefunds,
  Order,
  OrderEvent,
  OutputOf,
  PublicationManifest,
  RefundRule,
} from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPdf, granted, sendForm } from '../../../testing/file-fixture.ts';
import { type OrderScenario, openOrderScenario, PRICE_FEN } from '../../../testing/server-order-fixture.ts';
import { APP_HOST, type TestUser } from '../../../testing/test-server.ts';
import { lockedRanges } from '../../reading/active-share.ts';

const DAY_MS = 86_400_000;
const patience = { timeout: 20_000, interval: 50 };

let fixture: OrderScenario;
let finance: TestUser;
let userCount = 0;
beforeAll(async () => {
  fixture = await openOrderScenario();
  await fixture.shop.server.listen({ port: 0, host: '127.0.0.1' });
  finance = await fixture.shop.user('13622220000', 'finance');
}, 120_000);
afterAll(() => fixture?.close());

const aUser = (): Promise<TestUser> => {
  userCount += 1;
  return fixture.shop.user(String(13_622_230_000 + userCount));
};
const call = <T = unknown>(url: string, as: TestUser, body?: object): Promise<Envelope<T>> =>
  fixture.shop.call<T>(url, { as, ...(body === undefined ? {} : { body }) });
const codeOf = async (response: Promise<Envelope>): Promise<string> => (await response).code;
const later = (ms: number): void => fixture.shop.platform.advanceClock?.(ms);
const statusOf = async (as: TestUser, no: string): Promise<string> => (await fixture.find(as, no)).status;

describe('a refund', () => {
  const ruleOf = async (as: TestUser, no: string) => granted(await call<RefundRule>(`/api/order/refundRule?no=${no}`, as));
  const refundOf = async (as: TestUser, no: string): Promise<string> =>
    granted(await call<{ refund: { id: string } }>('/api/order/refund', as, { no, reason: '买错了' })).refund.id;
  /** Records how much of the book a user has read. `passed`: in 1/10,000 of the book. */
  const hasRead = (as: TestUser, bookId: string, passed: string) =>
    fixture.query(
      `insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at, passed)
       values ($1, $2, 'v', $3, 0.99, 'h', 0, $4) on conflict (user_id, book_id) do update set passed = excluded.passed`,
      [as.id, bookId, JSON.stringify({ href: 'c', locations: { totalProgression: 0.99 } }), passed],
    );

  it('is possible within 7 days and with less than a tenth read beyond the trial, at whatever position', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.buy(mei, bookId);
    expect(await ruleOf(mei, no)).toMatchObject({ eligible: true, amountFen: PRICE_FEN, obstacles: [], until: expect.any(Number) });
    const [version] = await fixture.query('select manifest from book_version where book_id = $1', [bookId]);
    const [closed] = lockedRanges(version?.['manifest'] as PublicationManifest, { trialChapters: 1, trialChosen: undefined });
    const free = Math.ceil((closed?.[0] ?? 0) * 10_000);
    expect(free).toBeGreaterThan(1_000);
    await hasRead(mei, bookId, `{[0,${free + 999})}`);
    expect((await ruleOf(mei, no)).eligible).toBe(true);
    await hasRead(mei, bookId, `{[${free},${free + 500}),[${free + 600},${free + 1_100})}`);
    expect(await ruleOf(mei, no)).toMatchObject({ eligible: false, obstacles: [expect.stringContaining('10%')] });
    expect(await call('/api/order/refund', mei, { no })).toMatchObject({
      code: 'orders.refundRefused',
      message: expect.stringContaining('10%'),
    });

    const han = await aUser();
    const bought = await fixture.buy(han, bookId);
    later(7 * DAY_MS - 60_000);
    expect((await ruleOf(han, bought.no)).eligible).toBe(true);
    later(120_000);
    expect(await ruleOf(han, bought.no)).toMatchObject({ eligible: false, obstacles: [expect.stringContaining('7 天')] });
    expect(await codeOf(call('/api/order/refund', han, { no: bought.no }))).toBe('orders.refundRefused');
  });

  it('that is approved sends the money, revokes the entitlement, and does not delete the notes', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no, tradeNo } = await fixture.buy(mei, bookId, 'alipayPage');
    await fixture.query(
      `insert into annotation (id, user_id, book_id, version_id, kind, color, body, tags, target, anchor, chapter_title, total_progression, created_at, updated_at, field_clocks, search_text)
       values ($1, $2, $3, 'v', 'note', 'red', '我的笔记', '{}', '{}', 'exact', '', 0, 0, 0, '{}', '')`,
      [`note${no}`, mei.id, bookId],
    );
    const id = await refundOf(mei, no);
    expect(await statusOf(mei, no)).toBe('refunding');
    expect(await codeOf(call('/api/order/refund', mei, { no }))).toBe('orders.refundRefused');
    expect(await fixture.rights(mei, bookId)).toMatchObject([{ status: 'active' }]);
    const listed = await call<{ items: { refund: { id: string }; buyer: { tel: string } }[] }>(
      '/api/admin/refund/list?status=requested',
      finance,
    );
    expect(listed.payload?.items.find(({ refund }) => refund.id === id)).toMatchObject({
      buyer: { tel: expect.stringMatching(/^\d{3}\*{4}\d{4}$/) },
      readShare: 0,
    });
    expect(await codeOf(call('/api/admin/refund/decide', mei, { id, decision: 'approve' }))).toBe('forbidden');
    granted(await call('/api/admin/refund/decide', finance, { id, decision: 'approve' }));
    expect(await codeOf(call('/api/admin/refund/decide', finance, { id, decision: 'approve' }))).toBe('orders.refundDecided');
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(fixture.standIn.refundsOf(tradeNo)).toEqual([PRICE_FEN]);
    expect(await fixture.rights(mei, bookId)).toMatchObject([{ status: 'revoked' }]);
    expect(await fixture.query('select body from annotation where user_id = $1', [mei.id])).toEqual([{ body: '我的笔记' }]);
    const { events } = granted(await call<{ events: OrderEvent[] }>(`/api/order/get?no=${no}`, mei));
    expect(events.map(({ kind }) => kind)).toEqual(['created', 'paid', 'fulfilled', 'refundRequested', 'refundApproved', 'refunded']);
    // After the refund, the buyer can order the book again.
    expect((await fixture.order(mei, bookId)).no).not.toBe(no);
  });

  it('that is rejected leaves the entitlement, and requires a reason', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.buy(mei, bookId);
    const id = await refundOf(mei, no);
    expect(await codeOf(call('/api/admin/refund/decide', finance, { id, decision: 'reject' }))).toBe('request.invalid');
    granted(await call('/api/admin/refund/decide', finance, { id, decision: 'reject', reply: '已联系您换书' }));
    expect(await call(`/api/order/get?no=${no}`, mei)).toMatchObject({
      payload: { order: { status: 'fulfilled' }, refunds: [{ status: 'rejected', reply: '已联系您换书' }] },
    });
    expect(await fixture.rights(mei, bookId)).toMatchObject([{ status: 'active' }]);
    expect(await codeOf(call('/api/admin/refund/decide', finance, { id: '0'.repeat(26), decision: 'approve' }))).toBe(
      'orders.refundNotFound',
    );
  });

  it('that the platform refuses leaves the order unchanged, and finance can retry it', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no, tradeNo } = await fixture.buy(mei, bookId);
    const id = await refundOf(mei, no);
    fixture.standIn.trouble('refundFails');
    granted(await call('/api/admin/refund/decide', finance, { id, decision: 'approve' }));
    await expect.poll(() => statusOf(mei, no), patience).toBe('fulfilled');
    expect(await call(`/api/order/get?no=${no}`, mei)).toMatchObject({ payload: { refunds: [{ status: 'failed' }] } });
    expect(await fixture.rights(mei, bookId)).toMatchObject([{ status: 'active' }]);
    fixture.standIn.trouble();
    granted(await call('/api/admin/refund/decide', finance, { id, decision: 'approve' }));
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(fixture.standIn.refundsOf(tradeNo)).toEqual([PRICE_FEN]);
  });

  it('that the platform processes slowly is queried until it has succeeded', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.buy(mei, bookId);
    const id = await refundOf(mei, no);
    fixture.standIn.trouble('processing');
    granted(await call('/api/admin/refund/decide', finance, { id, decision: 'approve' }));
    await expect
      .poll(async () => (await fixture.query('select status from order_refund where id = $1', [id]))[0]?.['status'], patience)
      .toBe('processing');
    expect(await statusOf(mei, no)).toBe('refunding');
    fixture.standIn.trouble();
    later(180_000);
    await fixture.reconcileDue();
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
  });
});

describe('an invoice', () => {
  const requestInvoice = (as: TestUser, orderNos: string[], more: object = {}) =>
    call<{ id: string; amountFen: number }>('/api/invoice/create', as, { orderNos, titleType: 'personal', title: '梅', ...more });

  it('covers several orders, each once, and requires a tax number for a company', async () => {
    const mei = await aUser();
    const nos = [(await fixture.buy(mei, await fixture.paidBook())).no, (await fixture.buy(mei, await fixture.paidBook())).no];
    const open = await fixture.order(mei, await fixture.paidBook());
    expect(await codeOf(requestInvoice(mei, nos, { titleType: 'enterprise', title: '某某大学' }))).toBe('request.invalid');
    expect(await codeOf(requestInvoice(mei, nos, { titleType: 'enterprise', title: '某某大学', taxNo: '123' }))).toBe('request.invalid');
    expect(await codeOf(requestInvoice(mei, [...nos, open.no]))).toBe('orders.invoiceRefused');
    const requested = granted(
      await requestInvoice(mei, nos, { titleType: 'enterprise', title: '某某大学', taxNo: '12100000400000001a', email: 'mei@example.com' }),
    );
    expect(requested).toMatchObject({ amountFen: 2 * PRICE_FEN, status: 'submitted', taxNo: '12100000400000001A' });
    const again = await Promise.all(nos.map((no) => codeOf(requestInvoice(mei, [no]))));
    expect(again).toEqual(['orders.invoiceRefused', 'orders.invoiceRefused']);
    granted(await call('/api/admin/invoice/reject', finance, { id: requested.id, reply: '抬头不全' }));
    expect(await call('/api/invoice/list', mei)).toMatchObject({ payload: { items: [{ status: 'rejected', reply: '抬头不全' }] } });
    expect(granted(await requestInvoice(mei, [nos[0] ?? ''])).amountFen).toBe(PRICE_FEN);
  });

  it('is issued by finance with a PDF that the buyer downloads, and is reversed by a refund', async () => {
    const mei = await aUser();
    const { no } = await fixture.buy(mei, await fixture.paidBook());
    const { id } = granted(await requestInvoice(mei, [no]));
    const issue = (bytes: Uint8Array, as = finance) =>
      sendForm<{ fileId: string; status: string }>(fixture.shop, '/api/admin/invoice/issue', as, [
        ['id', id],
        ['invoiceNo', '26112000000012345678'],
        ['file', { name: 'fapiao.pdf', bytes }],
      ]);
    expect((await issue(Buffer.from('no pdf at all'))).code).toBe('file.typeRefused');
    expect((await issue(aPdf(500), mei)).code).toBe('forbidden');
    const issued = granted(await issue(aPdf(500)));
    expect(issued).toMatchObject({ status: 'issued', fileId: expect.any(String) });
    expect((await issue(aPdf(600))).code).toBe('orders.invoiceRefused');
    const file = await fixture.shop.request({
      method: 'POST',
      url: '/api/file/userFile/download',
      headers: { host: APP_HOST, ...mei.headers },
      payload: { fileId: issued.fileId },
    });
    expect(file.headers).toMatchObject({ 'content-type': 'application/pdf' });
    expect(file.rawPayload.equals(aPdf(500))).toBe(true);
    expect(await codeOf(call('/api/file/userFile/delete', mei, { fileId: issued.fileId }))).toBe('file.notFound');
    const readFile = (as: TestUser) =>
      fixture.shop.request({ method: 'POST', url: '/api/admin/invoice/file', headers: { host: APP_HOST, ...as.headers }, payload: { id } });
    const read = await readFile(finance);
    expect(read.rawPayload.equals(aPdf(500))).toBe(true);
    expect(read.headers['content-disposition']).toContain('attachment');
    expect((await readFile(mei)).json()).toMatchObject({ code: 'forbidden' });
    expect(await fixture.query(`select operator_id from audit_event where action = 'invoice.read' and target_id = $1`, [id])).toEqual([
      { operator_id: finance.id },
    ]);

    const refund = granted(await call<{ refund: { id: string } }>('/api/order/refund', mei, { no }));
    granted(await call('/api/admin/refund/decide', finance, { id: refund.refund.id, decision: 'approve' }));
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(await call('/api/invoice/list', mei)).toMatchObject({ payload: { items: [{ status: 'redPending' }] } });
    expect(await codeOf(call('/api/admin/invoice/reject', finance, { id: '0'.repeat(26), reply: '无' }))).toBe('orders.invoiceNotFound');
  });
});

describe('a red invoice', () => {
  const NO = '26112000000012345678';
  const RED_NO = '26112000000099999999';
  const put = (id: string, sheet: string, invoiceNo: string, as = finance) =>
    sendForm<InvoiceRequest>(fixture.shop, '/api/admin/invoice/issue', as, [
      ['id', id],
      ['sheet', sheet],
      ['invoiceNo', invoiceNo],
      ['file', { name: 'fapiao.pdf', bytes: aPdf(sheet === 'red' ? 700 : 500) }],
    ]);

  it('is due for an issued invoice of a refunded order, and issued once with its own number', async () => {
    const mei = await aUser();
    const { no } = await fixture.buy(mei, await fixture.paidBook());
    const input = { orderNos: [no], titleType: 'personal', title: '梅' };
    const { id } = granted(await call<{ id: string }>('/api/invoice/create', mei, input));
    expect((await put(id, 'red', RED_NO)).code).toBe('orders.invoiceRefused');
    granted(await put(id, 'blue', NO));
    expect((await put(id, 'red', RED_NO)).code).toBe('orders.invoiceRefused');

    granted(await call('/api/admin/order/refund', finance, { no, amountFen: 100, reason: '少算了优惠' }));
    await expect.poll(() => statusOf(mei, no), patience).toBe('partiallyRefunded');
    const listed = granted(await call<OutputOf<typeof listInvoiceRequests>>('/api/admin/invoice/list?status=redPending', finance));
    expect(listed.items.map(({ invoice }) => invoice.id)).toContain(id);
    // The red invoice is not issued yet, but the amount that was not refunded can already be invoiced again.
    expect(granted(await call<InvoiceRequest>('/api/invoice/create', mei, input)).amountFen).toBe(PRICE_FEN - 100);

    expect((await put(id, 'blue', RED_NO)).code).toBe('orders.invoiceRefused');
    expect((await put(id, 'red', NO)).code).toBe('orders.invoiceRefused');
    expect((await put(id, 'red', RED_NO, mei)).code).toBe('forbidden');
    expect(granted(await put(id, 'red', RED_NO))).toMatchObject({
      status: 'redIssued',
      invoiceNo: NO,
      redInvoiceNo: RED_NO,
      amountFen: PRICE_FEN,
    });
    expect((await put(id, 'red', '26112000000088888888')).code).toBe('orders.invoiceRefused');

    const { items } = granted(await call<{ items: InvoiceRequest[] }>('/api/invoice/list', mei));
    const red = items.find((invoice) => invoice.id === id);
    const fetched = await fixture.shop.request({
      method: 'POST',
      url: '/api/file/userFile/download',
      headers: { host: APP_HOST, ...mei.headers },
      payload: { fileId: red?.redFileId },
    });
    expect(fetched.rawPayload.equals(aPdf(700))).toBe(true);
    const redFile = await fixture.shop.request({
      method: 'POST',
      url: '/api/admin/invoice/file',
      headers: { host: APP_HOST, ...finance.headers },
      payload: { id, sheet: 'red' },
    });
    expect(redFile.rawPayload.equals(aPdf(700))).toBe(true);
    const auditEvents = await fixture.query(`select action from audit_event where target_id = $1 order by id`, [id]);
    expect(auditEvents.map(({ action }) => action)).toEqual(['invoice.issue', 'invoice.issueRed', 'invoice.read']);
    const news = await fixture.query(`select kind from notice where user_id = $1 and subject_id = $2 order by id`, [mei.id, id]);
    expect(news.map(({ kind }) => kind)).toEqual(['invoiceIssued', 'redInvoiceIssued']);

    const table = granted(await call<{ base64: string }>('/api/admin/order/export', finance, { q: no }));
    const parts = unzipSync(Buffer.from(table.base64, 'base64'));
    const text = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'].map((name) => strFromU8(parts[name] ?? new Uint8Array())).join('\n');
    // The exported row of an order shows the state of its newest invoice, which is not issued yet.
    expect(text).toContain('待开具');
  });

  it('is a row beside the original invoice in the exported orders', async () => {
    const mei = await aUser();
    const { no } = await fixture.buy(mei, await fixture.paidBook());
    const { id } = granted(await call<{ id: string }>('/api/invoice/create', mei, { orderNos: [no], titleType: 'personal', title: '梅' }));
    granted(await put(id, 'blue', NO));
    granted(await call('/api/admin/order/refund', finance, { no, amountFen: PRICE_FEN, reason: '买重了' }));
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    granted(await put(id, 'red', RED_NO));
    for (const table of [
      granted(await call<{ base64: string }>('/api/admin/order/export', finance, { q: no })),
      granted(await call<{ base64: string }>('/api/order/export', mei)),
    ]) {
      const parts = unzipSync(Buffer.from(table.base64, 'base64'));
      const text = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml']
        .map((name) => strFromU8(parts[name] ?? new Uint8Array()))
        .join('\n');
      for (const part of ['已冲红', NO, RED_NO]) expect(text).toContain(part);
    }
  });
});

describe('the exported orders of a user', () => {
  it('are a workbook of every order without formulas', async () => {
    const mei = await aUser();
    const bookId = await fixture.paidBook('=1+1 <书> & "名"');
    const { no } = await fixture.buy(mei, bookId);
    const { fileName, base64 } = granted(await call<{ fileName: string; base64: string }>('/api/order/export', mei));
    expect(fileName).toMatch(/^我的订单-\d{4}-\d\d-\d\d\.xlsx$/);
    const parts = unzipSync(Buffer.from(base64, 'base64'));
    const sheet = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'].map((name) => strFromU8(parts[name] ?? new Uint8Array())).join('\n');
    expect(sheet).toContain(no);
    expect(sheet).toContain('=1+1 &lt;书&gt; &amp;');
    expect(sheet).toContain('<v>39.8</v>');
    expect(sheet).not.toContain('<f>');
  });
});

describe('finance', () => {
  interface List {
    items: { order: Order; buyer: { userId: string } }[];
    next?: string;
    total: { orders: number; paidFen: number; refundedFen: number };
  }
  type Filter = Readonly<Record<string, string | number>>;
  const list = async (filter: Filter) =>
    granted(
      await call<List>(
        `/api/admin/order/list?${String(new URLSearchParams(Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))))}`,
        finance,
      ),
    );
  const nosOf = async (filter: Filter) => (await list(filter)).items.map(({ order }) => order.no);

  it('filters orders by status, platform, day, number, title and buyer, with their totals; readers cannot', async () => {
    const [mei, han] = [await aUser(), await aUser()];
    later(DAY_MS);
    const from = fixture.shop.platform.clock.now();
    later(1_000);
    const bookId = await fixture.paidBook('尔雅%注');
    const one = await fixture.buy(mei, bookId);
    // Orders created in the same second have no defined order in a list, so a second passes.
    later(1_000);
    const two = await fixture.buy(han, bookId, 'alipayPage');
    later(1_000);
    const open = await fixture.order(await aUser(), bookId);
    later(1_000);
    const to = fixture.shop.platform.clock.now();
    await fixture.order(await aUser(), bookId);
    expect(await codeOf(call('/api/admin/order/list', mei))).toBe('forbidden');
    expect(await nosOf({ q: one.no })).toEqual([one.no]);
    expect((await nosOf({ q: mei.tel })).toSorted()).toEqual([one.no]);
    expect(await nosOf({ q: '雅%', from, to })).toEqual([open.no, two.no, one.no]);
    expect(await nosOf({ q: '雅_', from, to })).toEqual([]);
    expect(await nosOf({ from, to, channel: 'alipayPage' })).toEqual([two.no]);
    expect(await nosOf({ from, to, status: 'created' })).toEqual([open.no]);
    const first = await list({ from, to, limit: 2 });
    expect(first.total).toEqual({ orders: 3, paidFen: 2 * PRICE_FEN, refundedFen: 0 });
    expect([...first.items.map(({ order }) => order.no), ...(await nosOf({ from, to, limit: 2, cursor: first.next ?? '' }))]).toEqual([
      open.no,
      two.no,
      one.no,
    ]);
    const refunded = await list({ status: 'refunded', limit: 2 });
    expect(refunded.items.map(({ order }) => order.status)).toEqual(['refunded', 'refunded']);
  });

  it('sees the payment events, the entitlements and the refunds of an order', async () => {
    const mei = await aUser();
    const bookId = await fixture.paidBook();
    const { no } = await fixture.buy(mei, bookId);
    const detail = async () => granted(await call<OutputOf<typeof getAdminOrder>>(`/api/admin/order/get?no=${no}`, finance));
    const paid = await detail();
    expect(paid).toMatchObject({ order: { status: 'fulfilled' }, buyer: { userId: mei.id }, channelTxn: expect.any(String), refunds: [] });
    expect(paid.events.map(({ kind }) => kind)).toEqual(['created', 'paid', 'fulfilled']);
    expect(paid.payments.map(({ type, verified }) => [type, verified])).toEqual([
      ['create', true],
      ['notify', true],
    ]);
    expect(JSON.stringify(paid.payments)).not.toContain('openid');
    expect(paid.grants).toEqual([{ bookId, status: 'active', startsAt: expect.any(Number) }]);
    const requested = granted(await call<{ refund: { id: string } }>('/api/order/refund', mei, { no, reason: '买错了' }));
    granted(await call('/api/admin/refund/decide', finance, { id: requested.refund.id, decision: 'approve' }));
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(await detail()).toMatchObject({ grants: [{ status: 'revoked' }], refunds: [{ status: 'succeeded' }] });
    expect(await codeOf(call(`/api/admin/order/get?no=${'0'.repeat(20)}`, finance))).toBe('orders.notFound');
    expect(await codeOf(call(`/api/admin/order/get?no=${no}`, mei))).toBe('forbidden');
    const { payload } = await call<OutputOf<typeof listRefunds>>('/api/admin/refund/list?status=succeeded&limit=1', finance);
    expect(payload?.items[0]).toMatchObject({ refund: { id: requested.refund.id }, channel: 'wechatNative', askedAt: expect.any(Number) });
    expect(payload?.counts.succeeded).toBeGreaterThan(0);
  });

  it('queries the platform about a payment whose notification was lost, each time as an audit event', async () => {
    const mei = await aUser();
    const { no } = await fixture.order(mei, await fixture.paidBook());
    const tradeNo = await fixture.begin(mei, no);
    const queryPlatform = () => call<{ order: Order }>('/api/admin/order/query', finance, { no });
    expect(await queryPlatform()).toMatchObject({ message: '已查询，订单状态没有变化', payload: { order: { status: 'created' } } });
    fixture.standIn.pay(tradeNo);
    expect(await queryPlatform()).toMatchObject({ message: '已查询，订单状态已更新', payload: { order: { status: 'fulfilled' } } });
    expect(
      await fixture.query(
        `select before->>'status' as b, after->>'status' as a from audit_event where action = 'orders.query' and target_id = $1 order by id`,
        [no],
      ),
    ).toEqual([
      { b: 'created', a: 'created' },
      { b: 'created', a: 'fulfilled' },
    ]);
    expect(await codeOf(call('/api/admin/order/query', finance, { no: '0'.repeat(20) }))).toBe('orders.notFound');
    expect(await codeOf(call('/api/admin/order/query', mei, { no }))).toBe('forbidden');
  });

  it('exports the filtered orders with their buyers as a workbook, as an audit event', async () => {
    const mei = await aUser();
    const { no } = await fixture.buy(mei, await fixture.paidBook());
    const exported = granted(
      await call<{ fileName: string; base64: string; orders: number }>('/api/admin/order/export', finance, {
        q: mei.tel,
        status: 'fulfilled',
      }),
    );
    expect(exported).toMatchObject({ orders: 1, fileName: expect.stringMatching(/^订单-\d{4}-\d\d-\d\d\.xlsx$/) });
    const parts = unzipSync(Buffer.from(exported.base64, 'base64'));
    const sheet = ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'].map((name) => strFromU8(parts[name] ?? new Uint8Array())).join('\n');
    expect(sheet).toContain(no);
    expect(sheet).not.toContain(mei.tel);
    expect(sheet).toContain(`${mei.tel.slice(0, 3)}****${mei.tel.slice(-4)}`);
    const [auditEvent] = await fixture.query(
      `select operator_id, after from audit_event where action = 'orders.export' order by id desc limit 1`,
    );
    expect(auditEvent).toMatchObject({ operator_id: finance.id, after: { orders: 1, status: 'fulfilled' } });
    expect(await codeOf(call('/api/admin/order/export', mei, {}))).toBe('forbidden');
  });
});
