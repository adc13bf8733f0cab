import { type AdminInvoice, assignInvoice, type InvoiceRequest, LIMITS, listInvoiceRequests } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { stubUploads } from '../../../testing/stub-uploads.ts';
import { AdminInvoices } from './admin-invoices.tsx';

const text = adminOrdersText.invoices;
const NO = '20261121201500123456';
const invoice: InvoiceRequest = {
  id: '3'.repeat(26),
  orderNos: [NO],
  titleType: 'personal',
  title: '江南大学图书馆',
  amountFen: 3980,
  status: 'submitted',
  reply: '',
  createdAt: 1,
};
const counts = { submitted: 1, issuing: 0, issued: 0, rejected: 0, redPending: 0, redIssued: 0 };
const listed = (status: InvoiceRequest['status'], holder?: AdminInvoice['holder']) =>
  succeed(listInvoiceRequests, {
    items: [{ invoice: { ...invoice, status }, buyer: { userId: 'u', nickname: '梅香', tel: '138****0001' }, ...(holder && { holder }) }],
    counts,
  });
const namesOf = (role: 'button' | 'link'): (string | null)[] => screen.queryAllByRole(role).map((one) => one.getAttribute('aria-label'));

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('a request must be assigned before it can be decided', async () => {
  const { asked } = stubCalls(listed('submitted'), succeed(assignInvoice, { ...invoice, status: 'issuing' }));
  const { router } = renderInApp(<AdminInvoices maySeeOrders />);
  await userEvent.click(await screen.findByRole('button', { name: '开始开票：江南大学图书馆' }));
  await waitFor(() => expect(asked.find(({ name }) => name === assignInvoice.path)?.fields).toEqual({ id: invoice.id, action: 'take' }));
  await waitFor(() => expect(router.state.location.search).toBe('?status=issuing'));
  expect(namesOf('link')).toContain(`查看订单 ${NO}`);
  expect(await accessibilityViolations()).toEqual([]);
});

it('a request assigned to another operator shows their name, and the assignment can only be removed', async () => {
  stubCalls(listed('issuing', { nickname: '寒山', isMe: false }));
  renderInApp(<AdminInvoices maySeeOrders={false} />, '/?status=issuing');
  expect(await screen.findByText('寒山')).toBeVisible();
  expect(namesOf('button').filter((name) => name?.includes('江南大学图书馆'))).toEqual(['放回待开具：江南大学图书馆']);
  expect(namesOf('link')).not.toContain(`查看订单 ${NO}`);
  expect(screen.getByText(NO)).toBeVisible();
});

it('a request assigned to the operator can be issued, rejected or returned', async () => {
  stubCalls(listed('issuing', { nickname: '竹影', isMe: true }));
  renderInApp(<AdminInvoices maySeeOrders />, '/?status=issuing');
  expect(await screen.findByText('竹影（您）')).toBeVisible();
  expect(namesOf('button').filter((name) => name?.includes('江南大学图书馆'))).toEqual([
    '上传发票：江南大学图书馆',
    '退回发票申请：江南大学图书馆',
    '放回待开具：江南大学图书馆',
  ]);
});

it('an invoice needs its number and a PDF of limited size; a refused one stays filled in', async () => {
  const { asked } = stubUploads();
  stubCalls(listed('issuing', { nickname: '竹影', isMe: true }));
  renderInApp(<AdminInvoices maySeeOrders />, '/?status=issuing');
  await userEvent.click(await screen.findByRole('button', { name: '上传发票：江南大学图书馆' }));
  const dialog = within(screen.getByRole('dialog'));
  const [no, file] = [dialog.getByRole('textbox', { name: '发票号码' }), dialog.getByLabelText(text.file)];
  const submit = () => userEvent.click(dialog.getByRole('button', { name: text.issue }));
  await submit();
  expect(no).toHaveAccessibleDescription(text.noWrong);
  expect(no).toHaveFocus();
  expect(dialog.getByRole('alert')).toHaveTextContent(text.fileMissing);
  await userEvent.type(no, ' 25117000001 ');
  const large = new File(['x'], '过大.pdf', { type: 'application/pdf' });
  Object.defineProperty(large, 'size', { value: LIMITS.invoicePdfBytes + 1 });
  await userEvent.upload(file, large);
  await submit();
  expect(dialog.getByRole('alert')).toHaveTextContent(text.fileTooLarge);
  expect(dialog.getByRole('button', { name: text.chooseAnother })).toHaveFocus();
  await userEvent.upload(file, new File(['%PDF'], '发票.pdf', { type: 'application/pdf' }));
  await submit();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.fields).toMatchObject({ id: invoice.id, sheet: 'blue', invoiceNo: '25117000001' });
  asked[0]?.respond({ code: 'orders.invoiceRefused', message: '不能开票：金额不符', payload: null });
  await waitFor(() => expect(dialog.getByRole('button', { name: text.issue })).toHaveAttribute('aria-disabled', 'false'));
  expect(no).toHaveValue(' 25117000001 ');
  expect(no).toHaveAccessibleDescription('不能开票：金额不符');
  await submit();
  await waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.respond({ code: 'success', message: '', payload: { ...invoice, status: 'issued' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
