import { type AdminInvoice, assignInvoice, type InvoiceRequest, listInvoiceRequests } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminInvoices } from './admin-invoices.tsx';

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
