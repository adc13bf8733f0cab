/** Tests of the dialog that requests an invoice: the selection and its total, invalid fields, and a refusal by the server. */
import { createInvoice, type InvoiceRequest, listOrdersToInvoice, type Order } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { InvoiceDialog } from './invoice-dialog.tsx';

const order = (no: string, title: string, payFen: number): Order => ({
  no,
  status: 'fulfilled',
  items: [{ bookId: 'a'.repeat(26), title, authors: '佚名', priceFen: payFen, payFen }],
  totalFen: payFen,
  discountFen: 0,
  payFen,
  refundedFen: 0,
  createdAt: 1,
  expireAt: 2,
  channel: 'wechatNative',
  paidAt: 3,
});
const first = order('20261121201500000001', '论语', 2_000);
const second = order('20261121201500000002', '孟子', 1_000);
const invoice: InvoiceRequest = {
  id: 'b'.repeat(26),
  orderNos: [first.no],
  titleType: 'personal',
  title: '孔丘',
  amountFen: 2_000,
  status: 'submitted',
  reply: '',
  createdAt: 4,
};

afterEach(() => vi.unstubAllGlobals());

const open = async (selected: Order | undefined, ...responses: Parameters<typeof stubCalls>) => {
  const { asked } = stubCalls(succeed(listOrdersToInvoice, { items: [first, second] }), ...responses);
  const onClose = vi.fn();
  renderInApp(<InvoiceDialog order={selected} onClose={onClose} />);
  await screen.findByRole('textbox', { name: '发票抬头' });
  return { user: userEvent.setup(), onClose, sent: () => asked.filter(({ name }) => name === createInvoice.path) };
};
const title = () => screen.getByRole('textbox', { name: '发票抬头' });
const submit = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: '提交申请' }));

it('all orders are selected at first; the total follows the selection', async () => {
  const { user } = await open(undefined);
  expect(screen.getByText('合计 ¥30.00')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /孟子/ }));
  expect(screen.getByText('合计 ¥20.00')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

it('the order from which the dialog was opened is the only one selected, and is sent', async () => {
  const { user, onClose, sent } = await open(second, succeed(createInvoice, invoice));
  expect(screen.getByRole('checkbox', { name: /孟子/ })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: /论语/ })).not.toBeChecked();
  await user.type(title(), ' 孔丘 ');
  await submit(user);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent().map(({ fields }) => fields)).toEqual([{ orderNos: [second.no], titleType: 'personal', title: '孔丘' }]);
});

it('nothing is sent without an order or with an invalid address, and each error is shown', async () => {
  const { user, sent } = await open(second);
  await user.click(screen.getByRole('checkbox', { name: /孟子/ }));
  await user.type(title(), '孔丘');
  await user.type(screen.getByRole('textbox', { name: '邮箱（选填）' }), '不是邮箱');
  await submit(user);
  expect(await screen.findByText('请至少选一个订单')).toBeVisible();
  expect(screen.getByRole('textbox', { name: '邮箱（选填）' })).toHaveAccessibleDescription(expect.stringContaining('邮箱格式有误'));
  expect(sent()).toEqual([]);
});

it('a tax number that was entered for an organization is not sent for a person', async () => {
  const { user, sent } = await open(second, succeed(createInvoice, invoice));
  await user.click(screen.getByRole('radio', { name: '单位' }));
  await user.type(screen.getByRole('textbox', { name: '税号' }), '12100000400000001A');
  await user.click(screen.getByRole('radio', { name: '个人' }));
  await user.type(title(), '孔丘');
  await submit(user);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.fields).not.toHaveProperty('taxNo');
});

it('the dialog stays open with its fields when the server refuses', async () => {
  const { user, onClose, sent } = await open(second, refuse(createInvoice, 'unavailable', '服务暂时不可用，请稍后再试'));
  await user.type(title(), '孔丘');
  await submit(user);
  await waitFor(() => expect(sent().length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.getByRole('button', { name: '提交申请' })).toBeEnabled());
  expect(title()).toHaveValue('孔丘');
  expect(onClose).not.toHaveBeenCalled();
});

it('a refused order is reported at the selection, until the selection changes', async () => {
  const { user } = await open(second, refuse(createInvoice, 'orders.invoiceRefused', '不能开票：这个订单已经开过发票'));
  await user.type(title(), '孔丘');
  await submit(user);
  expect(await screen.findByText('不能开票：这个订单已经开过发票')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /论语/ }));
  expect(screen.queryByText('不能开票：这个订单已经开过发票')).toBeNull();
});
