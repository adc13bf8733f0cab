/** Tests the dialog that requests a refund: nothing is sent without a book, and the reason stays after a refusal. */
import 'fake-indexeddb/auto';
import { getRefundRule, type Order, type RefundRule, requestRefund } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ordersText as text } from '../../platform/messages/zh-cn/orders.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { RefundDialog } from './refund-dialog.tsx';

const books = ['论语', '孟子'].map((title, index) => ({ bookId: `${index + 1}`.repeat(26), title }));
const order: Order = {
  no: '20261121201500000001',
  status: 'fulfilled',
  items: books.map((book) => ({ ...book, authors: '佚名', priceFen: 1_000, payFen: 1_000 })),
  totalFen: 2_000,
  discountFen: 0,
  payFen: 2_000,
  refundedFen: 0,
  createdAt: 1,
  expireAt: 2,
  channel: 'wechatNative',
  paidAt: 3,
};
const rule: RefundRule = {
  eligible: true,
  amountFen: 2_000,
  obstacles: [],
  items: books.map((book) => ({ ...book, amountFen: 1_000 })),
  rule: '七天内可退',
};

afterEach(() => vi.unstubAllGlobals());

it('a refund of no book cannot be requested; a refused request keeps the reason and the books', async () => {
  const { asked } = stubCalls(succeed(getRefundRule, rule), refuse(requestRefund, 'orders.refundRefused', '不能退款'));
  renderInApp(<RefundDialog order={order} onClose={() => undefined} />);
  const [first, second] = [await screen.findByRole('checkbox', { name: /论语/ }), screen.getByRole('checkbox', { name: /孟子/ })];
  const send = screen.getByRole('button', { name: text.refundSubmit });
  await userEvent.click(first);
  await userEvent.click(second);
  expect(screen.getByText(text.refundNone)).toBeVisible();
  expect(send).toBeDisabled();
  await userEvent.click(second);
  const reason = screen.getByRole('textbox', { name: text.refundReason });
  await userEvent.type(reason, '买错了');
  await userEvent.click(send);
  const requests = () => asked.filter(({ name }) => name === requestRefund.path).map(({ fields }) => fields);
  await waitFor(() => expect(requests()).toEqual([{ no: order.no, reason: '买错了', bookIds: [books[1]?.bookId] }]));
  await waitFor(() => expect(send).toBeEnabled());
  expect(reason).toHaveValue('买错了');
  expect(second).toBeChecked();
});
