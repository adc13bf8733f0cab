import { listMyNotices, type Notice, readNotices } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, useSession } from '../../platform/session/session.ts';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
import { NoticeList } from './notice-list.tsx';
import { NoticeStrip } from './notice-strip.tsx';

const news = (part: Partial<Notice>): Notice => ({
  id: 'n1',
  kind: 'refundApproved',
  subject: { id: '20261121', name: '20261121' },
  at: Date.UTC(2026, 10, 21),
  isRead: false,
  ...part,
});
const items = [
  news({}),
  news({ id: 'n2', kind: 'bookUpdated', subject: { id: '01m7z75wr7m6wm3yd1n8g1tnbx', name: '论语' } }),
  news({ id: 'n3', kind: 'ticketAnswered', subject: { id: 't', name: '怎样换书？' }, isRead: true }),
];

beforeEach(() => useSession.setState({ userId: 'u1', token: 'token' }));
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

describe('news', () => {
  it('is listed with where it leads, and is all read at once', async () => {
    const server = answerCalls(succeed(listMyNotices, { items, unread: 2 }), succeed(readNotices, { unread: 0 }));
    const { container } = renderInApp(<NoticeList />);
    expect(await screen.findByRole('link', { name: /订单 20261121 的退款已同意/ })).toHaveAttribute('href', '/user/myOrders');
    expect(screen.getByRole('link', { name: /《论语》出了新版本/ })).toHaveAttribute('href', '/course/info/01m7z75wr7m6wm3yd1n8g1tnbx');
    expect(screen.getByText('2 条未读消息')).toBeInTheDocument();
    expect(await accessibilityFaults(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '全部标为已读' }));
    expect(server.asked.find(({ name }) => name === readNotices.path)?.fields).toEqual({});
  });

  it('says so when there is none, and when it did not come', async () => {
    answerCalls(succeed(listMyNotices, { items: [], unread: 0 }));
    const { unmount } = renderInApp(<NoticeList />);
    expect(await screen.findByText('还没有消息')).toBeInTheDocument();
    unmount();
    const server = answerCalls(refuse(listMyNotices, 'unavailable', '暂时不可用'));
    renderInApp(<NoticeList />);
    await userEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: '重试' }));
    expect(server.asked.filter(({ name }) => name === listMyNotices.path).length).toBeGreaterThan(1);
  });

  it('stands above the page while it is unread, and is read by following it or putting it away', async () => {
    const server = answerCalls(succeed(listMyNotices, { items, unread: 2 }), succeed(readNotices, { unread: 1 }));
    const { container, router } = renderInApp(<NoticeStrip />);
    expect(await screen.findByRole('complementary', { name: '新消息' })).toBeInTheDocument();
    expect(screen.queryByText(/怎样换书/)).toBeNull();
    expect(await accessibilityFaults(container)).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: /《论语》/ }));
    expect(router.state.location.pathname).toBe('/course/info/01m7z75wr7m6wm3yd1n8g1tnbx');
    expect(server.asked.find(({ name }) => name === readNotices.path)?.fields).toEqual({ ids: ['n2'] });
  });
});
