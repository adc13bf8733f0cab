/** Tests the statements of a payee: the list with its sums, confirmation and objections. */
import {
  confirmRoyaltyStatement,
  disputeRoyaltyStatement,
  getMyRoyaltyStatement,
  listMyRoyalties,
  type RoyaltyStatement,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { serveEmpty } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { succeed } from '../../../testing/stub-calls.ts';
import { Component as Royalties } from './royalties-screen.tsx';
import { Component as Royalty } from './royalty-screen.tsx';

const text = royaltyText.mine;
const ID = '1'.repeat(26);

const statement = (status: RoyaltyStatement['status']): RoyaltyStatement => ({
  id: ID,
  bookId: ID,
  bookTitle: '论语选读',
  period: '202610',
  payee: '苏墨',
  status,
  lines: 1,
  grossFen: 4_000,
  fen: 320,
  issuedAt: 1_790_000_000_000,
  isSimulated: true,
});
const view = (status: RoyaltyStatement['status']) =>
  succeed(getMyRoyaltyStatement, {
    statement: statement(status),
    lines: [
      {
        no: 1,
        source: 'order',
        refId: '20261001120000000001',
        label: '',
        isRefund: false,
        at: 1_790_000_000_000,
        grossFen: 4_000,
        rateBp: 800,
        fen: 320,
      },
    ],
    messages: [],
  });
const open = () =>
  renderInApp(
    <Routes>
      <Route path="/user/royalties/:id" element={<Royalty />} />
    </Routes>,
    `/user/royalties/${ID}`,
  );

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('the list shows what is due and paid, and marks simulated statements', async () => {
  serveEmpty(succeed(listMyRoyalties, { items: [statement('issued')], dueFen: 320, paidFen: 1_000 }));
  renderInApp(<Royalties />, '/user/royalties');
  const link = await screen.findByRole('link', { name: `论语选读 · ${royaltyText.month('202610')}` });
  expect(link).toHaveAttribute('href', `/user/royalties/${ID}`);
  expect(screen.getByText('¥10.00')).toBeVisible();
  expect(screen.getByText(royaltyText.simulated)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a statement is confirmed after a question that names the amount', async () => {
  const { asked } = serveEmpty(view('issued'), succeed(confirmRoyaltyStatement, statement('confirmed')));
  open();
  await userEvent.click(await screen.findByRole('button', { name: text.confirm }));
  const dialog = within(await screen.findByRole('dialog', { name: text.confirmTitle }));
  expect(dialog.getByText(/¥3\.20/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: text.confirm }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === confirmRoyaltyStatement.path)?.fields).toEqual({ id: ID });
});

it('an objection names its line and needs a text, and a paid statement takes none', async () => {
  const { asked } = serveEmpty(view('issued'), succeed(disputeRoyaltyStatement, { id: ID, from: 'payee', body: '不对', at: 1 }));
  const { unmount } = open();
  await userEvent.click(await screen.findByRole('button', { name: text.disputeLine(1) }));
  const dialog = within(await screen.findByRole('dialog', { name: text.disputeLine(1) }));
  await userEvent.click(dialog.getByRole('button', { name: text.send }));
  expect(asked.some(({ name }) => name === disputeRoyaltyStatement.path)).toBe(false);
  await userEvent.type(dialog.getByLabelText(text.disputeBody), '金额不对');
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: text.send }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === disputeRoyaltyStatement.path)?.fields).toEqual({ id: ID, body: '金额不对', lineNo: 1 });
  unmount();
  serveEmpty(view('paid'));
  open();
  await screen.findByRole('button', { name: royaltyText.export });
  expect(screen.queryByRole('button', { name: text.confirm })).toBeNull();
  expect(screen.queryByRole('button', { name: text.dispute })).toBeNull();
});
