/** Tests of the rows of invoice requests: decisions, lists, counts and scopes. */
import type { InvoiceStatus } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrderFixture, type OrderFixture, PRICE_FEN } from '../testing/order-fixture.ts';
import {
  anonymiseInvoices,
  countInvoices,
  decideInvoiceRow,
  findInvoice,
  findInvoiceOfOrder,
  findInvoicesOfOrders,
  findLiveInvoiceOf,
  holdInvoiceRow,
  listInvoiceRows,
  listInvoicesOf,
  putRedInvoice,
} from './invoice-store.ts';
import { requireInvoice } from './invoices.ts';

let orders: OrderFixture;
let li: string;
let colleague: string;
beforeAll(async () => {
  orders = await createOrderFixture();
  [li, colleague] = [await orders.user('李'), await orders.user('同事')];
});
afterAll(() => orders?.drop());
beforeEach(async () => {
  await orders.reset();
  await orders.query('delete from invoice_request');
});

const db = () => orders.deps.db.orm;
const inTransaction: OrderFixture['deps']['db']['transaction'] = (work) => orders.deps.db.transaction(work);
const STATUSES: readonly InvoiceStatus[] = ['submitted', 'issuing', 'issued', 'rejected', 'redPending', 'redIssued'];
const rowOf = (id: string) => orders.row('invoice_request', 'id', id);
const liveOf = async (id: string) =>
  (await orders.query<{ live: boolean }>('select live from invoice_order where invoice_id = $1', [id])).map(({ live }) => live);
/** Creates an invoice request for a new order. */
const invoice = async (more: Record<string, unknown> = {}) => orders.invoice({ orderNos: [await orders.fulfilled()], ...more });
const file = async (id: string) => {
  await orders.query(
    `insert into user_file (id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at) values ($1, $2, 'invoice', 'a.pdf', 'application/pdf', 1, $1, 'private', 0)
     on conflict do nothing`,
    [id, orders.mei],
  );
  return id;
};

describe('rows of invoices', () => {
  it('are decided with number and file, which a later decision does not change', async () => {
    const id = await invoice({ status: 'issuing', heldBy: colleague });
    const decide = (change: object) =>
      inTransaction((tx) => decideInvoiceRow(tx, id, { status: 'issued', reply: '', decidedBy: 'finance', now: 5, ...change }));
    await decide({ invoiceNo: '1', fileId: await file('pdf') });
    expect(await rowOf(id)).toMatchObject({
      status: 'issued',
      invoice_no: '1',
      file_id: 'pdf',
      reply: '',
      decided_by: 'finance',
      decided_at: 5,
      held_by: null,
    });
    expect(await liveOf(id)).toEqual([true]);
    await decide({ status: 'redPending', reply: '退款', decidedBy: undefined, now: 6 });
    expect(await rowOf(id)).toMatchObject({
      status: 'redPending',
      invoice_no: '1',
      file_id: 'pdf',
      reply: '退款',
      decided_by: null,
      decided_at: 6,
    });
    expect(await liveOf(id)).toEqual([false]);
    const bystander = await invoice({ status: 'redPending' });
    await inTransaction(async (tx) => putRedInvoice(tx, id, { invoiceNo: '2', fileId: await file('red pdf'), decidedBy: 'other', now: 7 }));
    expect(await findInvoice(db(), id)).toMatchObject({
      status: 'redIssued',
      redInvoiceNo: '2',
      redFileId: 'red pdf',
      invoiceNo: '1',
      fileId: 'pdf',
    });
    expect(await rowOf(id)).toMatchObject({ decided_by: 'other', decided_at: 7 });
    expect((await rowOf(bystander))?.['status']).toBe('redPending');
  });

  it('are assigned, and returned', async () => {
    const [id, bystander] = [await invoice(), await invoice()];
    await inTransaction((tx) => holdInvoiceRow(tx, id, colleague));
    expect(await rowOf(id)).toMatchObject({ status: 'issuing', held_by: colleague });
    await inTransaction((tx) => holdInvoiceRow(tx, id, undefined));
    expect(await rowOf(id)).toMatchObject({ status: 'submitted', held_by: null });
    expect(await rowOf(bystander)).toMatchObject({ status: 'submitted', held_by: null });
  });

  it('of a user are listed newest first, and lose the buyer’s details on erasure', async () => {
    const ids = [
      await invoice({ userId: li, title: '李', tax_no: '12100000400000001A', email: 'l@example.com' }),
      await invoice({ userId: li }),
    ];
    const others = await invoice({ email: 'm@example.com' });
    expect((await listInvoicesOf(db(), li)).map(({ id }) => id)).toEqual(ids.toReversed());
    await inTransaction((tx) => anonymiseInvoices(tx, li));
    expect(await rowOf(ids[0] ?? '')).toMatchObject({ title: '', tax_no: null, email: null, amount_fen: PRICE_FEN });
    expect(await rowOf(others)).toMatchObject({ title: '梅', email: 'm@example.com' });
  });

  it('of an order are found: the newest, and the live one', async () => {
    const [no, other] = [await orders.fulfilled(), await orders.fulfilled()];
    const live = await orders.invoice({ orderNos: [no] });
    const newest = await orders.invoice({ orderNos: [no, other], live: false });
    await invoice();
    expect((await findInvoiceOfOrder(db(), no))?.id).toBe(newest);
    expect(await findInvoiceOfOrder(db(), 'none')).toBeUndefined();
    expect((await inTransaction((tx) => findLiveInvoiceOf(tx, no)))?.id).toBe(live);
    expect(await inTransaction((tx) => findLiveInvoiceOf(tx, other))).toBeUndefined();
    const found = await findInvoicesOfOrders(db(), [no, other], undefined);
    expect([found.size, found.get(no)?.id, found.get(other)?.id]).toEqual([2, newest, newest]);
    expect(await findInvoicesOfOrders(db(), ['none'], undefined)).toEqual(new Map());
  });

  it.each([
    ['submitted', true],
    ['issuing', true],
    ['redPending', true],
    ['issued', false],
    ['rejected', false],
    ['redIssued', false],
    [undefined, false],
  ] as const)('that are %s are listed oldest first: %s', async (status, isOldestFirst) => {
    const ids = [
      await invoice({ status: status ?? 'issued' }),
      await invoice({ status: status ?? 'rejected' }),
      await invoice({ status: status ?? 'submitted' }),
    ];
    if (status !== undefined) await invoice({ status: status === 'issued' ? 'rejected' : 'issued' });
    const list = async (after?: string, limit = 10) =>
      (await listInvoiceRows(db(), { status, scope: undefined, after, limit })).map(({ id }) => id);
    const expected = isOldestFirst ? ids : ids.toReversed();
    expect([await list(), await list(undefined, 1), await list(expected[0])]).toEqual([expected, expected.slice(0, 1), expected.slice(1)]);
  });

  it('are counted by status', async () => {
    for (const status of STATUSES) await invoice({ status });
    await invoice();
    const counts = { submitted: 2, issuing: 1, issued: 1, rejected: 1, redPending: 1, redIssued: 1 };
    expect(await countInvoices(db(), undefined)).toEqual(counts);
    await orders.query('delete from invoice_request');
    expect(await countInvoices(db(), undefined)).toEqual({ submitted: 0, issuing: 0, issued: 0, rejected: 0, redPending: 0, redIssued: 0 });
  });

  it('are within the scope of a publisher if every book of their orders is', async () => {
    const [mine, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
    const [a, b, both] = [
      await orders.fulfilled({ items: [{ bookId: mine }] }),
      await orders.fulfilled({ items: [{ bookId: other }] }),
      await orders.fulfilled({ items: [{ bookId: mine }, { bookId: other }] }),
    ];
    const own = await orders.invoice({ orderNos: [a] });
    const outside = [
      await orders.invoice({ orderNos: [b] }),
      await orders.invoice({ orderNos: [both] }),
      await orders.invoice({ orderNos: [a, b], live: false }),
    ];
    const scope = { publishers: ['甲社'], institutions: [] };
    expect((await listInvoiceRows(db(), { status: undefined, scope, after: undefined, limit: 10 })).map(({ id }) => id)).toEqual([own]);
    expect((await countInvoices(db(), scope)).submitted).toBe(1);
    expect((await findInvoicesOfOrders(db(), [a, b, both], scope)).get(a)?.id).toBe(own);
    expect((await findInvoice(db(), own, scope))?.id).toBe(own);
    for (const id of outside) {
      expect(await findInvoice(db(), id, scope)).toBeUndefined();
      expect(await outcomeOf(requireInvoice(db(), id, scope))).toBe('orders.invoiceNotFound');
    }
  });
});
