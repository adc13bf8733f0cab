import { listMyNotifications, markNotificationsRead, type UserNotification } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, useSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { NotificationList } from './notification-list.tsx';
import { NotificationStrip } from './notification-strip.tsx';

const news = (part: Partial<UserNotification>): UserNotification => ({
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

describe('the list of notifications', () => {
  it('links each one to its subject, and marks all as read at once', async () => {
    const server = stubCalls(succeed(listMyNotifications, { items, unread: 2 }), succeed(markNotificationsRead, { unread: 0 }));
    const { container } = renderInApp(<NotificationList />);
    expect(await screen.findByRole('link', { name: /订单 20261121 的退款已同意/ })).toHaveAttribute('href', '/user/myOrders');
    expect(screen.getByRole('link', { name: /《论语》出了新版本/ })).toHaveAttribute('href', '/course/info/01m7z75wr7m6wm3yd1n8g1tnbx');
    expect(screen.getByText('2 条未读消息')).toBeInTheDocument();
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '全部标为已读' }));
    expect(server.asked.find(({ name }) => name === markNotificationsRead.path)?.fields).toEqual({});
  });

  it('shows an empty state, and an error when it failed to load', async () => {
    stubCalls(succeed(listMyNotifications, { items: [], unread: 0 }));
    const { unmount } = renderInApp(<NotificationList />);
    expect(await screen.findByText('还没有消息')).toBeInTheDocument();
    unmount();
    const server = stubCalls(refuse(listMyNotifications, 'unavailable', '暂时不可用'));
    renderInApp(<NotificationList />);
    await userEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: '重试' }));
    expect(server.asked.filter(({ name }) => name === listMyNotifications.path).length).toBeGreaterThan(1);
  });

  it('is shown above the page while a notification is unread, which is marked as read by opening or dismissing it', async () => {
    const server = stubCalls(succeed(listMyNotifications, { items, unread: 2 }), succeed(markNotificationsRead, { unread: 1 }));
    const { container, router } = renderInApp(<NotificationStrip />);
    expect(await screen.findByRole('complementary', { name: '新消息' })).toBeInTheDocument();
    expect(screen.queryByText(/怎样换书/)).toBeNull();
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: /《论语》/ }));
    expect(router.state.location.pathname).toBe('/course/info/01m7z75wr7m6wm3yd1n8g1tnbx');
    expect(server.asked.find(({ name }) => name === markNotificationsRead.path)?.fields).toEqual({ ids: ['n2'] });
  });
});
