import 'fake-indexeddb/auto';
import { listAuthRoles, listMyBooks, listMyClaims, type OutputOf } from '@shufang/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropRoles } from '../../features/account/queries.ts';
import { keepNow } from '../../platform/api/call-or-kept.ts';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { useSession } from '../../platform/session/session.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { answerCalls, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
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
  answerCalls(
    succeed(listMyBooks, { items }),
    succeed(listMyClaims, { items: [] }),
    succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: [] }),
  );
  return renderInApp(<Component />, '/user/myBooks');
};

beforeEach(() => useSession.setState({ token: 'T', userId: 'u1' }));
afterEach(async () => {
  await dropRoles(createQueryClient());
  vi.unstubAllGlobals();
  useSession.setState({ token: undefined, userId: undefined });
  await readerDatabase().kept.clear();
});

describe('my books', () => {
  it('say what each right came from, how long it lasts and how far one is, with the ways on', async () => {
    const { container } = open(
      aBook(1),
      aBook(2, { source: 'institution', held: [], right: { kind: 'trial', reason: '可试读前 2 章' } }),
      aBook(3, {
        right: { kind: 'trial', reason: '可试读前 2 章' },
        held: [{ id: 'x', source: 'code', startsAt: 0, endsAt: 1, state: 'ended' }],
      }),
    );
    expect(await screen.findByText('剩 10 天')).toHaveAttribute('data-soon', 'true');
    expect(screen.getByRole('link', { name: '为《书1》续期' })).toBeVisible();
    expect(screen.getByText('在校园网或机构登录后可用')).toBeVisible();
    expect(screen.getAllByText('已到期，笔记仍然保留，可以查看和导出。')).toHaveLength(1);
    expect(screen.getAllByText('已读 25%')).toHaveLength(3);
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it('are there without a network as they were last told', async () => {
    open(aBook(1)).unmount();
    renderInApp(<Component />, '/user/myBooks');
    expect(await screen.findByRole('heading', { name: '书1' })).toBeVisible();
    // The books and the claims.
    await vi.waitFor(async () => {
      await keepNow();
      expect(await readerDatabase().kept.count()).toBe(2);
    });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    renderInApp(<Component />, '/user/myBooks');
    expect(await screen.findByText(/现在连不上网络，显示的是这台设备上保存的内容/)).toBeVisible();
    expect(screen.getAllByRole('heading', { name: '书1' }).length).toBeGreaterThan(0);
  });
});
