import 'fake-indexeddb/auto';
import { listAuthRoles, listMyBooks, listMyClaims, type OutputOf } from '@shufang/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropRoles } from '../../../features/account/queries.ts';
import { enableResponseCache, flushResponseCache } from '../../../platform/api/call-with-cache.ts';
import { createQueryClient } from '../../../platform/api/query-client.ts';
import { useSession } from '../../../platform/session/session.ts';
import { readerDatabase } from '../../../platform/storage/reader-database.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './my-books-screen.tsx';

type Mine = OutputOf<typeof listMyBooks>['items'][number];

const DAY_MS = 86_400_000;
const aBook = (n: number, part: Partial<Mine> = {}): Mine => ({
  book: {
    id: String(n).repeat(26),
    title: `书${n}`,
    authors: '某人',
    accessModel: 'paid',
    priceFen: 100,
    owned: true,
    publishedAt: 0,
    chars: 1,
    categories: [],
    progress: 0.25,
  },
  right: { kind: 'owned', reason: '已购买' },
  source: 'order',
  since: 0,
  held: [{ id: 'h', source: 'order', startsAt: 0, endsAt: Date.now() + 10 * DAY_MS, state: 'active', orderNo: '2026' }],
  ...part,
});
const open = (...items: Mine[]) => {
  stubCalls(
    succeed(listMyBooks, { items }),
    succeed(listMyClaims, { items: [] }),
    succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: [] }),
  );
  return renderInApp(<Component />, '/user/myBooks');
};

enableResponseCache();
beforeEach(() => useSession.setState({ token: 'T', userId: 'u1' }));
afterEach(async () => {
  await dropRoles(createQueryClient());
  vi.unstubAllGlobals();
  useSession.setState({ token: undefined, userId: undefined });
  await readerDatabase().cachedResponses.clear();
});

describe('the list of the user’s books', () => {
  it('names the user as a contributor, and offers no renewal of a book that was removed by order', async () => {
    const right = { kind: 'owned', reason: '您是本书的作者，可阅读全文', source: 'author' } as const;
    const gone = aBook(2, { right: { kind: 'none', reason: '本书已停止阅读：主管部门要求停止使用' } });
    open(aBook(1, { source: 'author', held: [], right }), { ...gone, book: { ...gone.book, removed: true } });
    expect(await screen.findByText('作者')).toBeVisible();
    expect(screen.getByText(/您是本书的作者，可阅读全文/)).toBeVisible();
    expect(screen.queryByRole('link', { name: '续订《书2》' })).toBeNull();
    expect(screen.getByRole('link', { name: '查看图书' })).toHaveAttribute('href', `/course/info/${'2'.repeat(26)}`);
  });

  it('shows the source and the end of each right and the progress, with links to continue', async () => {
    const { container } = open(
      aBook(1),
      aBook(2, { source: 'institution', held: [], right: { kind: 'trial', reason: '可试读前 2 章' } }),
      aBook(3, {
        right: { kind: 'trial', reason: '可试读前 2 章' },
        held: [{ id: 'x', source: 'code', startsAt: 0, endsAt: 1, state: 'ended' }],
      }),
    );
    expect(await screen.findByText('剩 10 天')).toHaveAttribute('data-soon', 'true');
    expect(screen.getByRole('link', { name: '续订《书1》' })).toBeVisible();
    expect(screen.getByText('通过机构读过，现在不在授权内。机构的授权有效时，在校园网或机构登录后可以接着读')).toBeVisible();
    expect(screen.getAllByText('已到期，笔记仍然保留，可以查看和导出。')).toHaveLength(1);
    expect(screen.getAllByText('已读 25%')).toHaveLength(3);
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('is shown without a network from the cache', async () => {
    open(aBook(1)).unmount();
    renderInApp(<Component />, '/user/myBooks');
    expect(await screen.findByRole('heading', { name: '书1' })).toBeVisible();
    // Waits until two responses are cached: the one with the books and the one with the claims.
    await vi.waitFor(async () => {
      await flushResponseCache();
      expect(await readerDatabase().cachedResponses.count()).toBe(2);
    });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    renderInApp(<Component />, '/user/myBooks');
    expect(await screen.findByText(/现在连不上网络，显示的是这台设备上保存的内容/)).toBeVisible();
    expect(screen.getAllByRole('heading', { name: '书1' }).length).toBeGreaterThan(0);
  });
});
