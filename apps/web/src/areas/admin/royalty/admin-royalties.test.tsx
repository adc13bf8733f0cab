/** Tests the pages of finance: issue and payment of several statements, links of lines, replies, rates and receipts. */
import {
  getBookRoyalties,
  getRoyaltyStatement,
  issueRoyaltyStatements,
  listRoyaltyStatements,
  payRoyaltyStatements,
  type RoyaltyStatement,
  recordRoyaltyReceipt,
  replyToRoyaltyDispute,
  saveRoyaltyRate,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { serveEmpty } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { succeed } from '../../../testing/stub-calls.ts';
import { AdminStatement } from './admin-statement.tsx';
import { AdminStatements } from './admin-statements.tsx';
import { BookRoyalties } from './book-royalties.tsx';

const text = royaltyText.admin;
const ONE = '1'.repeat(26);
const TWO = '2'.repeat(26);

const aStatement = (more: Partial<RoyaltyStatement> = {}): RoyaltyStatement => ({
  id: ONE,
  bookId: ONE,
  bookTitle: '论语选读',
  period: '202610',
  payee: '苏墨',
  status: 'draft',
  lines: 2,
  grossFen: 4_000,
  fen: 320,
  isSimulated: false,
  ...more,
});
const line = (no: number, more: object = {}) => ({
  no,
  source: 'order' as const,
  refId: '20261001120000000001',
  label: '',
  isRefund: false,
  at: 1_790_000_000_000,
  grossFen: 4_000,
  rateBp: 800,
  fen: 320,
  ...more,
});
const listed = (...items: RoyaltyStatement[]) =>
  succeed(listRoyaltyStatements, {
    items,
    counts: { draft: items.length, issued: 0, disputed: 0, confirmed: items.length, paid: 0 },
    fen: 640,
  });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('chosen drafts are issued together after a question', async () => {
  const drafts = [aStatement(), aStatement({ id: TWO, payee: '陆砚' })];
  const { asked } = serveEmpty(listed(...drafts), succeed(issueRoyaltyStatements, { changed: 2 }));
  renderInApp(<AdminStatements />, '/admin/royalties');
  for (const draft of drafts) await userEvent.click(await screen.findByRole('checkbox', { name: text.choose(draft) }));
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: text.issue }));
  const dialog = within(await screen.findByRole('dialog', { name: text.issueTitle(2) }));
  await userEvent.click(dialog.getByRole('button', { name: text.issue }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === issueRoyaltyStatements.path)?.fields).toEqual({ ids: [ONE, TWO] });
});

it('a payment needs its day and reference', async () => {
  const { asked } = serveEmpty(listed(aStatement({ status: 'confirmed' })), succeed(payRoyaltyStatements, { changed: 1 }));
  renderInApp(<AdminStatements />, '/admin/royalties?status=confirmed');
  await userEvent.click(await screen.findByRole('checkbox', { name: text.choose(aStatement()) }));
  await userEvent.click(screen.getByRole('button', { name: text.pay }));
  const dialog = within(await screen.findByRole('dialog', { name: text.payTitle(1) }));
  await userEvent.click(dialog.getByRole('button', { name: text.pay }));
  expect(dialog.getByLabelText(text.reference)).toHaveAccessibleDescription(text.referenceNeeded);
  await userEvent.type(dialog.getByLabelText(text.paidOn), '2026-11-10');
  await userEvent.type(dialog.getByLabelText(text.reference), '转账 1');
  await userEvent.click(dialog.getByRole('button', { name: text.pay }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === payRoyaltyStatements.path)?.fields).toEqual({
    ids: [ONE],
    paidOn: '2026-11-10',
    reference: '转账 1',
  });
});

it('each line leads to its order, batch, license or corrected statement, and a reply may correct the amount', async () => {
  const lines = [
    line(1),
    line(2, { isRefund: true, grossFen: -4_000, fen: -320 }),
    line(3, { source: 'code', refId: TWO, label: '第一次印刷' }),
    line(4, { source: 'license', refId: TWO, label: '江南大学' }),
    line(5, { source: 'adjustment', refId: TWO, label: '202609', grossFen: 0, rateBp: 0, fen: 100 }),
  ];
  const messages = [{ id: TWO, from: 'payee' as const, body: '这一单不对。', lineNo: 1, at: 1_790_000_000_000 }];
  const { asked } = serveEmpty(
    succeed(getRoyaltyStatement, { statement: aStatement({ status: 'disputed', issuedAt: 1_790_000_000_000 }), lines, messages }),
    succeed(replyToRoyaltyDispute, { id: TWO, from: 'finance', body: '已核对', at: 1_790_000_000_000 }),
  );
  renderInApp(<AdminStatement id={ONE} />, `/admin/royalties/${ONE}`);
  await screen.findByText('这一单不对。');
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([
    '/admin/orders/20261001120000000001',
    '/admin/orders/20261001120000000001',
    `/admin/codes/${TWO}/boxes`,
    `/admin/licenses?q=${encodeURIComponent('江南大学')}`,
    `/admin/royalties/${TWO}`,
  ]);
  expect(screen.getByText('−¥3.20')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: text.reply }));
  const dialog = within(await screen.findByRole('dialog', { name: text.replyTitle }));
  await userEvent.type(dialog.getByLabelText(text.replyBody), '已核对，补给您。');
  await userEvent.type(dialog.getByLabelText(text.adjust), '多一点');
  await userEvent.click(dialog.getByRole('button', { name: text.send }));
  expect(dialog.getByLabelText(text.adjust)).toHaveAccessibleDescription(expect.stringContaining(text.amountWrong));
  await userEvent.clear(dialog.getByLabelText(text.adjust));
  await userEvent.type(dialog.getByLabelText(text.adjust), '-1.5');
  await userEvent.click(dialog.getByRole('button', { name: text.send }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === replyToRoyaltyDispute.path)?.fields).toEqual({
    id: ONE,
    body: '已核对，补给您。',
    adjustFen: -150,
  });
});

it('a rate is entered in percent with its days, and a receipt for a batch or license', async () => {
  const { asked } = serveEmpty(
    succeed(getBookRoyalties, {
      title: '论语选读',
      payees: [{ userId: ONE, name: '苏墨', isContributor: true }],
      withoutAccount: ['陆砚'],
      rates: [{ id: TWO, userId: ONE, rateBp: 800, validFrom: '2026-01-01' }],
      settledUntil: '2026-09-30',
      sources: [{ source: 'code', refId: TWO, label: '第一次印刷' }],
      receipts: [],
    }),
    succeed(saveRoyaltyRate, { id: TWO, userId: ONE, rateBp: 725, validFrom: '2026-10-01' }),
    succeed(recordRoyaltyReceipt, { id: TWO, shares: [] }),
  );
  const books = royaltyText.books;
  renderInApp(<BookRoyalties bookId={ONE} />, `/admin/royalty-books/${ONE}`);
  expect(await screen.findByText(books.settledUntil('2026-09-30'))).toBeVisible();
  expect(screen.getByText(books.withoutAccount(['陆砚']))).toBeVisible();
  expect(screen.queryByRole('button', { name: books.removeRateOf('苏墨', '2026-01-01') })).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: books.addRate }));
  const rate = within(await screen.findByRole('dialog', { name: books.addRate }));
  await userEvent.selectOptions(rate.getByLabelText(books.payee), '苏墨');
  await userEvent.type(rate.getByLabelText(books.rate), '7.25');
  await userEvent.type(rate.getByLabelText(books.from), '2026-10-01');
  await userEvent.click(rate.getByRole('button', { name: books.save }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === saveRoyaltyRate.path)?.fields).toEqual({
    bookId: ONE,
    userId: ONE,
    rateBp: 725,
    validFrom: '2026-10-01',
  });
  await userEvent.click(screen.getByRole('button', { name: books.addReceipt }));
  const receipt = within(await screen.findByRole('dialog', { name: books.addReceipt }));
  await userEvent.selectOptions(receipt.getByLabelText(books.source), `${royaltyText.sources.code}：第一次印刷`);
  await userEvent.type(receipt.getByLabelText(books.amount), '500');
  await userEvent.type(receipt.getByLabelText(books.receivedOn), '2026-10-08');
  await userEvent.click(receipt.getByRole('button', { name: books.addReceipt }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === recordRoyaltyReceipt.path)?.fields).toEqual({
    batchId: TWO,
    fen: 50_000,
    receivedOn: '2026-10-08',
    note: '',
  });
});
