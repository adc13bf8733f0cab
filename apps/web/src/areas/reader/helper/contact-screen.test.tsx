import { createTicket, getCaptcha, getContact, getServiceStatus, listMyTickets, replyToTicket, type Ticket } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { useSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as ContactScreen } from './contact-screen.tsx';

const noContact = { emails: [], licenses: [] };
const board = {
  checkedAt: 0,
  parts: [
    { part: 'library' as const, state: 'ok' as const },
    { part: 'books' as const, state: 'failed' as const },
    { part: 'wechat' as const, state: 'off' as const },
  ],
  history: [
    { part: 'books' as const, from: Date.UTC(2026, 10, 21, 2) },
    { part: 'signIn' as const, from: Date.UTC(2026, 10, 20, 2), until: Date.UTC(2026, 10, 20, 3, 30) },
  ],
};
const captcha = succeed(getCaptcha, { img: 'data:image/png;base64,AA==', key: 'k' });
const rest = [captcha, succeed(getContact, noContact), succeed(getServiceStatus, board)] as const;
const aTicket: Ticket = { id: 't1', topic: 'code', state: 'answered', body: '激活码刮坏了', replies: [], createdAt: 0, updatedAt: 0 };

const signIn = (): void => useSession.setState({ token: 'T', userId: 'u1' });
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ token: undefined, userId: undefined });
});

describe('/helper/contact', () => {
  it('says that no phone and no address are configured, and what to do instead', async () => {
    stubCalls(...rest);
    const { container } = renderInApp(<ContactScreen />);
    expect(await screen.findByText(/还没有公布电话和邮箱/)).toBeVisible();
    expect(await screen.findByText('暂时不可用')).toBeVisible();
    expect(screen.getByText('本站未开通')).toBeVisible();
    const history = within(screen.getByRole('region', { name: '近期故障' }));
    expect(history.getByText('至今')).toBeVisible();
    expect(history.getByText('持续 1 小时 30 分钟')).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('shows the configured contact details as links', async () => {
    stubCalls(
      captcha,
      succeed(getServiceStatus, board),
      succeed(getContact, {
        name: '青禾社',
        phone: '010-5555 0100',
        hours: '工作日 9:00–17:00',
        emails: [{ topic: 'code', email: 'c@example.com' }],
        licenses: ['京ICP备00000000号'],
      }),
    );
    renderInApp(<ContactScreen />);
    expect(await screen.findByRole('link', { name: '010-5555 0100' })).toHaveAttribute('href', 'tel:01055550100');
    expect(screen.getByRole('link', { name: 'c@example.com' })).toHaveAttribute('href', 'mailto:c@example.com');
    expect(screen.queryByText(/还没有公布/)).toBeNull();
  });

  it('asks an anonymous user for a captcha and a contact, and sends diagnostics only with consent', async () => {
    const { asked } = stubCalls(...rest, succeed(createTicket, { ticket: aTicket }));
    renderInApp(<ContactScreen />);
    const form = within(screen.getByRole('region', { name: '提交问题' }));
    await userEvent.type(form.getByLabelText('问题'), '激活码刮坏了');
    await userEvent.click(form.getByRole('button', { name: '提交' }));
    expect(await form.findByText('请留下手机号或邮箱，方便回复您')).toBeVisible();
    expect(asked.some(({ name }) => name === createTicket.path)).toBe(false);

    await userEvent.type(form.getByLabelText('怎样联系您'), 'a@example.com');
    await userEvent.type(form.getByLabelText('图形验证码'), 'ABCD');
    // The checkbox for sending diagnostics is not checked at first.
    expect(form.getByLabelText(/附上诊断信息/)).not.toBeChecked();
    await userEvent.click(form.getByRole('button', { name: '提交' }));
    expect(await form.findByText('已提交')).toBeVisible();
    const sent = asked.find(({ name }) => name === createTicket.path)?.fields;
    expect(sent).toMatchObject({ body: '激活码刮坏了', contact: 'a@example.com', captchaTxt: 'ABCD', captchaKey: 'k' });
    expect(sent).not.toHaveProperty('diagnostics');
  });

  it('shows a wrong captcha at its field and keeps the input', async () => {
    stubCalls(...rest, refuse(createTicket, 'account.captchaWrong', '图形验证码错误或已过期，请重新输入'));
    renderInApp(<ContactScreen />);
    const form = within(screen.getByRole('region', { name: '提交问题' }));
    await userEvent.type(form.getByLabelText('问题'), '激活码刮坏了');
    await userEvent.type(form.getByLabelText('怎样联系您'), 'a@example.com');
    await userEvent.type(form.getByLabelText('图形验证码'), 'ABCD');
    await userEvent.click(form.getByRole('button', { name: '提交' }));
    expect(await form.findByText('图形验证码错误或已过期，请重新输入')).toBeVisible();
    expect(form.getByLabelText('问题')).toHaveValue('激活码刮坏了');
  });

  it('shows the user’s tickets with replies, accepts another message, and updates when an operator replies', async () => {
    signIn();
    const answered: Ticket = { ...aTicket, replies: [{ id: 'r1', fromOperator: true, body: '请拍照发来', at: 1 }] };
    const first = stubCalls(...rest, succeed(listMyTickets, { items: [aTicket] }), succeed(replyToTicket, { ticket: aTicket }));
    renderInApp(<ContactScreen />);
    const mine = within(screen.getByRole('region', { name: '我的问题' }));
    expect(await mine.findByText('激活码刮坏了')).toBeVisible();
    await userEvent.type(mine.getByLabelText('补充说明'), '已经找到了');
    await userEvent.click(mine.getByRole('button', { name: '发送' }));
    await waitFor(() =>
      expect(first.asked.find(({ name }) => name === replyToTicket.path)?.fields).toMatchObject({ ticketId: 't1', body: '已经找到了' }),
    );
    expect(screen.queryByLabelText('图形验证码')).toBeNull();
    stubCalls(...rest, succeed(listMyTickets, { items: [answered] }));
    broadcast('ticketChanged');
  });

  it('shows the rest of the page when one part of it failed', async () => {
    signIn();
    stubCalls(captcha, succeed(getServiceStatus, board), succeed(listMyTickets, { items: [] }));
    renderInApp(<ContactScreen />);
    expect(await screen.findByText('联系方式没有加载出来。')).toBeVisible();
    expect(await screen.findByText('您还没有提过问题。')).toBeVisible();
  });
});
