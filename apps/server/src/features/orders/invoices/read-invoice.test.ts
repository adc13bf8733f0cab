/** Tests of sending the PDF of an invoice to operators. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrderFixture, type OrderFixture } from '../testing/order-fixture.ts';
import { readInvoice } from './read-invoice.ts';

testAccess('readInvoice', ['editor', 'finance', 'admin'], 'filtered');

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(async () => {
  await orders.reset();
  await orders.query('delete from invoice_request');
});

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
const http = { request: 'request', reply: 'reply' } as never;
const read = (id: string, sheet: 'blue' | 'red', scope?: AccessScope) =>
  readInvoice(orders.deps, orders.operatorCaller(scope), { id, sheet }, http);

it('the PDF of either sheet is sent, and reading it is an audit event', async () => {
  const no = await orders.fulfilled();
  const [blueFile, redFile] = [await file('blue'), await file('red')];
  const id = await orders.invoice({
    orderNos: [no],
    status: 'redIssued',
    file_id: blueFile,
    invoice_no: '1',
    red_file_id: redFile,
    red_invoice_no: '2',
  });
  await read(id, 'blue');
  await read(id, 'red');
  expect(orders.sentFiles).toEqual([
    ['request', 'reply', orders.mei, 'blue'],
    ['request', 'reply', orders.mei, 'red'],
  ]);
  expect(await orders.auditEvents()).toEqual([
    auditEvent('invoice.read', id, no, { after: { invoiceNo: '1' } }),
    auditEvent('invoice.read', id, no, { after: { invoiceNo: '2' } }),
  ]);
  const none = await invoice();
  expect([await outcomeOf(read(none, 'blue')), await outcomeOf(read(none, 'red')), await outcomeOf(read('none', 'blue'))]).toEqual([
    'file.notFound',
    'file.notFound',
    'orders.invoiceNotFound',
  ]);
  expect(await orders.auditEvents()).toHaveLength(2);
});

it('an invoice with orders of other publishers is not found', async () => {
  const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
  const scope = { publishers: ['甲社'], institutions: [] };
  const issued = async (bookIds: string[]) => {
    const orderNos = [await orders.fulfilled({ items: bookIds.map((bookId) => ({ bookId })) })];
    return orders.invoice({ orderNos, status: 'issued', invoice_no: '1', file_id: await file('blue') });
  };
  const [ownInvoice, sharedInvoice] = [await issued([own]), await issued([own, other])];
  expect([await outcomeOf(read(ownInvoice, 'blue', scope)), await outcomeOf(read(sharedInvoice, 'blue', scope))]).toEqual([
    'success',
    'orders.invoiceNotFound',
  ]);
});
