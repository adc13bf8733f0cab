import {
  type BookCard,
  detectInstitution,
  getContact,
  getHome,
  getMyReading,
  listAuthRoles,
  listContinueReading,
  listMyNotifications,
  type OutputOf,
  previewHome,
  queryBooks,
} from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dropRoles } from '../../../features/account/queries.ts';
import { createQueryClient } from '../../../platform/api/query-client.ts';
import { endSession, useSession } from '../../../platform/session/session.ts';
import { noteBroadcasts } from '../../../testing/note-broadcasts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './home-screen.tsx';

const book: BookCard = {
  id: '01m7z75wr7m6wm3yd1n8g1tnbx',
  title: '论语',
  authors: '孔子弟子',
  accessModel: 'paid',
  priceFen: 2_950,
  owned: false,
  publishedAt: 0,
  chars: 12,
  categories: [],
};
const home: OutputOf<typeof getHome> = { banners: [], rows: [], collections: [], categories: [] };
const contact: OutputOf<typeof getContact> = {
  name: '示范出版社',
  emails: [],
  licenses: ['京ICP备00000000号', '（署）网出证（京）字第000号'],
};
const shown = (items: BookCard[], ...more: Parameters<typeof stubCalls>) =>
  stubCalls(
    succeed(getHome, home),
    succeed(queryBooks, { items, total: items.length }),
    succeed(detectInstitution, {}),
    succeed(getContact, contact),
    succeed(listContinueReading, { items: [] }),
    ...more,
  );
const signIn = (): void => useSession.setState({ userId: 'u1', token: 'token' });

afterEach(async () => {
  await dropRoles(createQueryClient());
  endSession();
  vi.unstubAllGlobals();
});

describe('the home page', () => {
  it('shows an anonymous user the links, planned textbooks, and the operator with its licenses', async () => {
    const server = shown([book]);
    const { container } = renderInApp(<Component />);
    expect(await screen.findByRole('region', { name: '规划教材' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '用书上的码开通' })).toHaveAttribute('href', '/redeem');
    expect(screen.getByRole('link', { name: '教师入口' })).toHaveAttribute('href', '/user/teacher');
    expect(await screen.findByText('（署）网出证（京）字第000号')).toBeInTheDocument();
    expect(screen.getByText('示范出版社')).toBeInTheDocument();
    // Outside an institution's network the row with its books is missing, and for an anonymous user no notifications are requested.
    expect(screen.queryByRole('region', { name: /我校可读/ })).toBeNull();
    expect(server.asked.some(({ name }) => name === listMyNotifications.path)).toBe(false);
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('shows the books of the user’s institution, and a signed-in user’s notifications', async () => {
    signIn();
    const news = { id: 'n', kind: 'bookUpdated', subject: { id: book.id, name: '论语' }, at: 0, isRead: false } as const;
    shown([book], succeed(detectInstitution, { institution: '示范大学' }), succeed(listMyNotifications, { items: [news], unread: 1 }));
    const { container } = renderInApp(<Component />);
    const row = await screen.findByRole('region', { name: '我校可读 · 示范大学' });
    expect(within(row).getByRole('link', { name: '更多：我校可读 · 示范大学' })).toHaveAttribute('href', '/book/list?source=institution');
    expect(screen.getByRole('link', { name: '您拥有的《论语》出了新版本' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: '教师入口' })).toBeNull();
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('is previewed by editors, with the reason why readers do not see each draft; other users see that they have no access', async () => {
    signIn();
    const banner = { id: book.id, title: '开学季', lead: '', address: '/course/list', books: [] };
    const server = shown(
      [book],
      succeed(listMyNotifications, { items: [], unread: 0 }),
      succeed(previewHome, {
        ...home,
        banners: [{ ...banner, draft: { isHidden: true, startAt: new Date(2026, 11, 1, 8).getTime(), isTargetHidden: false } }],
      }),
    );
    const { container, unmount, router } = renderInApp(<Component />, '/?preview=2026-11-30T08:00');
    const bar = await screen.findByRole('region', { name: '首页预览' });
    expect(await screen.findByText('已隐藏，12月1日 08:00起显示')).toBeInTheDocument();
    expect(within(bar).getByLabelText('预览时间（空着为现在）')).toHaveValue('2026-11-30T08:00');
    expect(server.asked.some(({ name }) => name === getHome.path)).toBe(false);
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(within(bar).getByLabelText('包括已隐藏和未到日期的'));
    expect(router.state.location.search).toBe('?preview=2026-11-30T08:00&drafts=no');
    unmount();
    shown([book], succeed(listMyNotifications, { items: [], unread: 0 }), refuse(previewHome, 'forbidden', '没有权限'));
    renderInApp(<Component />, '/?preview=now');
    expect(await screen.findByText('不能预览：没有权限')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '退出预览' })).toHaveAttribute('href', '/');
    expect(screen.queryByLabelText('预览时间（空着为现在）')).toBeNull();
  });

  it('of a library without books shows setup instructions to operators, and an empty state to others', async () => {
    shown([]);
    const { unmount } = renderInApp(<Component />);
    expect(await screen.findByText('图书正在准备，过些时候再来看看。')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: '导入第一批图书' })).toBeNull();
    unmount();
    signIn();
    shown(
      [],
      succeed(listMyNotifications, { items: [], unread: 0 }),
      succeed(listAuthRoles, { roles: [{ role: 'admin', scope: '' }], permissions: ['importBook'] }),
    );
    const { container } = renderInApp(<Component />);
    expect(await screen.findByRole('link', { name: '导入第一批图书' })).toHaveAttribute('href', '/admin/import');
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('shows its other parts when notifications, the institution, or one row failed', async () => {
    signIn();
    shown(
      [book],
      refuse(listMyNotifications, 'unavailable', '暂时不可用'),
      refuse(detectInstitution, 'unavailable', '暂时不可用'),
      refuse(queryBooks, 'request.invalid', '参数有误'),
    );
    const broadcasts = noteBroadcasts();
    renderInApp(<Component />);
    expect(await within(await screen.findByRole('region', { name: '新书' })).findByRole('alert')).toHaveTextContent('参数有误重试');
    // An error that is shown in a row of books is not shown again in a toast or dialog.
    expect(broadcasts).toEqual([]);
    const server = shown([book]);
    await userEvent.click(within(screen.getByRole('region', { name: '新书' })).getByRole('button', { name: '重试' }));
    expect(await within(screen.getByRole('region', { name: '新书' })).findByRole('link', { name: '论语' })).toBeInTheDocument();
    expect(server.asked.length).toBeGreaterThan(0);
  });

  it('shows the error of the books in progress in place of them', async () => {
    signInHere();
    const broadcasts = noteBroadcasts();
    shown([book], succeed(listMyNotifications, { items: [], unread: 0 }), refuse(listContinueReading, 'unavailable', '阅读记录暂时取不到'));
    renderInApp(<Component />);
    expect(await within(await screen.findByRole('region', { name: '继续阅读' })).findByRole('alert')).toHaveTextContent(
      '阅读记录暂时取不到重试',
    );
    expect(broadcasts).toEqual([]);
  });

  it('of a signed-in user begins with the books in progress, then cards and week, then the search and the new books', async () => {
    signInHere();
    const locator = { href: 'a.xhtml', locations: { totalProgression: 0.2 } };
    const items = [{ book: { ...book, right: 'owned' as const }, locator, readAt: 1 }];
    const week = Array.from({ length: 7 }, (_, index) => ({ day: `2026-11-2${index}`, seconds: 0 }));
    shown(
      [book],
      succeed(listMyNotifications, { items: [], unread: 0 }),
      succeed(listContinueReading, { items }),
      succeed(getMyReading, { week, streakDays: 0, totalSeconds: 0, yearAgo: [] }),
    );
    renderInApp(<Component />);
    const parts = [
      await screen.findByRole('region', { name: '继续阅读' }),
      await screen.findByRole('region', { name: '今日复习' }),
      await screen.findByRole('region', { name: '本周阅读' }),
      screen.getByRole('combobox'),
      await screen.findByRole('region', { name: '新书' }),
    ];
    const isBefore = (one: Element, next: Element | undefined): boolean =>
      next === undefined || (one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(parts.map((part, index) => isBefore(part, parts[index + 1]))).toEqual(parts.map(() => true));
  });

  it('opens readable books in the reader, and others on their page with the options', async () => {
    signInHere();
    const locator = { href: 'a.xhtml', type: 'application/xhtml+xml', title: '学而', locations: { totalProgression: 0.2 } };
    const gone: BookCard = { ...book, id: '01m7z75wr7m6wm3yd1n8g1tnby', title: '孟子', right: 'none' };
    const items = [{ ...book, right: 'owned' as const }, gone].map((card) => ({ book: card, locator, readAt: 1 }));
    shown([], succeed(listMyNotifications, { items: [], unread: 0 }), succeed(listContinueReading, { items }));
    renderInApp(<Component />);
    const row = await screen.findByRole('region', { name: '继续阅读' });
    expect(within(row).getByRole('link', { name: '论语' }).getAttribute('href')).toMatch(`/course/learning/${book.id}?at=`);
    expect(within(row).getByRole('link', { name: '孟子' })).toHaveAttribute('href', `/course/info/${gone.id}`);
    expect(within(row).getByText('您现在不能阅读本书，打开可查看原因和办法')).toBeVisible();
    // The rows of books below are replaced when their responses arrive.
    await screen.findByRole('heading', { name: '书库还没有图书' });
    expect(await accessibilityViolations()).toEqual([]);
  });
});
