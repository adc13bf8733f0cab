import 'fake-indexeddb/auto';
import {
  type BookCard,
  type BookStatusCard,
  getMyReading,
  listBookCards,
  listCollections,
  listMyBooks,
  newId,
  type OutputOf,
} from '@shufang/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createShelfActions } from '../../../features/bookshelf/shelf-actions.ts';
import { markReachable, markUnreachable } from '../../../platform/api/connection.ts';
import { onBroadcast } from '../../../platform/events/broadcasts.ts';
import { useSession } from '../../../platform/session/session.ts';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { markPulled, markSyncFailed } from '../../../platform/storage/first-pull.ts';
import { listRecords, readerDatabase } from '../../../platform/storage/reader-database.ts';
import { storeResponses } from '../../../platform/storage/response-cache.ts';
import { anAnnotation } from '../../../platform/storage/testing/an-annotation.ts';
import { writeChange } from '../../../platform/storage/write-change.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as Shelf } from './bookshelf-screen.tsx';
import { Component as Favorites } from './favorites-screen.tsx';
import { Component as Owned } from './owned-screen.tsx';
import { Component as Recent } from './recent-screen.tsx';

const VERSION = newId();
const ids = ['论语选读', '孟子选读', '庄子选读'].map((title) => ({ id: newId(), title }));
const [lunyu = '', mengzi = '', zhuangzi = ''] = ids.map(({ id }) => id);
const bookCard = ({ id, title }: { id: string; title: string }): BookCard => ({
  id,
  title,
  authors: '先秦诸子',
  accessModel: 'free',
  priceFen: 0,
  owned: false,
  publishedAt: 0,
  chars: 100,
  categories: [],
});
const cardOf = (book: { id: string; title: string }, part: Partial<BookStatusCard> = {}): BookStatusCard => ({
  book: bookCard(book),
  right: { kind: 'free', reason: '免费阅读' },
  shelfState: 'published',
  versionId: VERSION,
  ...part,
});
const open = (page: ReactNode, path: string, ...cards: BookStatusCard[]) => {
  stubCalls(
    succeed(listBookCards, { items: cards.length > 0 ? cards : ids.map((book) => cardOf(book)) }),
    succeed(listCollections, { items: [] }),
  );
  return renderInApp(page, path);
};
const db = readerDatabase();
const actions = createShelfActions(db, ANONYMOUS_OWNER);
const read = (bookId: string, versionId: string, updatedAt = Date.now()) =>
  writeChange(db, {
    owner: ANONYMOUS_OWNER,
    entity: 'progress',
    entityId: bookId,
    bookId,
    kind: 'put',
    fields: { bookId, versionId, locator: { href: 'c1.xhtml', title: '学而', locations: { totalProgression: 0.4 } }, updatedAt },
  });
const titles = (): (string | null)[] => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

beforeEach(async () => {
  await Promise.all(db.tables.map((table) => table.clear()));
});
afterEach(() => {
  vi.unstubAllGlobals();
  markReachable();
  useSession.setState({ token: undefined, userId: undefined });
});

describe('the shelf screen', () => {
  it('has a custom order that arrow keys on a book’s handle change; the handle keeps the focus and announces the position', async () => {
    await actions.addToShelf([lunyu, mengzi, zhuangzi]);
    await actions.setOrder(
      new Map([
        [lunyu, 1],
        [mengzi, 2],
        [zhuangzi, 3],
      ]),
    );
    const { container } = open(<Shelf />, '/bookshelf?sort=own');
    const handle = await screen.findByRole('button', { name: '移动《庄子选读》' });
    handle.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(titles()).toEqual(['论语选读', '庄子选读', '孟子选读']));
    expect(screen.getByText('《庄子选读》现在是第 2 本，共 3 本')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: '移动《庄子选读》' })).toHaveFocus());
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(titles()[0]).toBe('庄子选读'));
    expect((await listRecords(db, ANONYMOUS_OWNER, 'shelfItem')).find(({ bookId }) => bookId === zhuangzi)?.order).toBe(0);
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('flags only books with a new version since they were last opened', async () => {
    await actions.addToShelf([lunyu, mengzi, zhuangzi]);
    await read(lunyu, newId());
    await read(mengzi, VERSION);
    open(<Shelf />, '/bookshelf');
    const annotation = await screen.findAllByText('有新版本');
    expect(annotation).toHaveLength(1);
    expect(annotation[0]?.closest('article')).toHaveTextContent('论语选读');
  });

  it('shows an empty state with ways to get books, also by code', async () => {
    open(<Shelf />, '/bookshelf');
    expect(await screen.findByRole('link', { name: '用书码开通' })).toHaveAttribute('href', '/redeem?to=%2Fbookshelf');
  });
});

describe('favorites', () => {
  it('are shown in folders, with price drops and books that are off the shelf', async () => {
    await actions.setFavorite('book', [{ id: lunyu, priceFen: 3_000 }, { id: mengzi }], true);
    await actions.createGroup('期末复习', true);
    const cheaper = cardOf({ id: lunyu, title: '论语选读' });
    open(
      <Favorites />,
      '/bookshelf/collection',
      { ...cheaper, book: { ...cheaper.book, accessModel: 'paid', priceFen: 1_900 } },
      cardOf({ id: mengzi, title: '孟子选读' }, { shelfState: 'offShelf' }),
    );
    expect(await screen.findByText('比收藏时便宜 ¥11.00')).toBeVisible();
    expect(screen.getByText('已下架')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox', { name: '在本页搜索' }), '孟子');
    await waitFor(() => expect(titles()).toEqual(['孟子选读']));
    await userEvent.clear(screen.getByRole('searchbox', { name: '在本页搜索' }));
    await waitFor(() => expect(titles()).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: '分享书单' }));
    const sharing = within(screen.getByRole('dialog', { name: '分享书单' }));
    await userEvent.clear(sharing.getByLabelText('书单名称'));
    await userEvent.type(sharing.getByLabelText('书单名称'), '先秦入门');
    const text = (sharing.getByLabelText('书单内容，共 2 项') as HTMLTextAreaElement).value;
    expect(text).toMatch(/^先秦入门\n\n《/);
    expect(text).toContain(`《论语选读》 先秦诸子\n${location.origin}/course/info/${lunyu}`);
    await userEvent.click(sharing.getByRole('button', { name: '取消' }));
    await userEvent.click(screen.getByRole('button', { name: '把《论语选读》移到收藏夹' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '移到' }), '期末复习');
    await userEvent.click(screen.getByRole('button', { name: '移动' }));
    expect(await screen.findByRole('button', { name: '把《论语选读》移到收藏夹，现在在“期末复习”' })).toBeVisible();
    const folders = within(screen.getByRole('navigation', { name: '收藏夹' }));
    await userEvent.click(await folders.findByRole('link', { name: '期末复习1' }));
    await waitFor(() => expect(titles()).toEqual(['论语选读']));
    await userEvent.click(folders.getByRole('button', { name: '删除收藏夹' }));
    await userEvent.click(screen.getByText('删除'));
    await waitFor(() => expect(titles()).toHaveLength(2));
  });
});

describe('the recent books', () => {
  it('show the day of reading, and annotations made on this day a year ago', async () => {
    await read(lunyu, VERSION);
    const now = new Date();
    const before = new Date(now.getFullYear() - 1, now.getMonth(), now.getDate(), 12).getTime();
    // The test is skipped on February 29, because the previous year has no such day.
    const annotation = anAnnotation({ bookId: mengzi, createdAt: before, body: '性善' });
    await writeChange(db, {
      owner: ANONYMOUS_OWNER,
      entity: 'annotation',
      entityId: annotation.id,
      bookId: mengzi,
      kind: 'put',
      fields: annotation,
    });
    open(<Recent />, '/bookshelf/recent');
    expect(await screen.findByText('本机')).toBeVisible();
    const card = within(await screen.findByRole('region', { name: '去年今日' }));
    expect(card.getByRole('link', { name: '性善' })).toHaveAttribute('href', expect.stringContaining(`/course/learning/${mengzi}?at=`));
    expect(await card.findByText('在《孟子选读》里写下或划下')).toBeVisible();
  });
});

describe('the bookshelf without a network', () => {
  const goOffline = (): void => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const cacheOwned = (owner: string, items: unknown[]) => storeResponses(db, owner, [{ key: 'owned', value: { items } }]);

  it('shows an empty state for a user without books only after the server has responded once', async () => {
    useSession.setState({ token: 'T', userId: 'u1' });
    await cacheOwned('u1', []);
    goOffline();
    const { unmount } = renderInApp(<Owned />, '/bookshelf/owned');
    expect(await screen.findByText('还没有已拥有的书')).toBeVisible();
    expect(await screen.findByText(/现在连不上网络/)).toBeVisible();
    unmount();
    useSession.setState({ token: 'T', userId: 'u2' });
    renderInApp(<Owned />, '/bookshelf/owned');
    expect(await screen.findByText('没有加载出来')).toBeVisible();
    expect(screen.queryByText('还没有已拥有的书')).toBeNull();
  });

  it('shows no list as empty that was never loaded on this device', async () => {
    useSession.setState({ token: 'T', userId: 'u1' });
    await cacheOwned('u1', []);
    goOffline();
    const { unmount } = renderInApp(
      <>
        <Shelf />
        <Recent />
        <Favorites />
      </>,
      '/bookshelf',
    );
    // The time limit is long, because the screen waits five seconds for the first response before it shows the error.
    await waitFor(() => expect(screen.getAllByText('没有加载出来')).toHaveLength(3), { timeout: 15_000 });
    for (const empty of ['书架还是空的', '还没有读过的书', '还没有收藏']) expect(screen.queryByText(empty)).toBeNull();
    unmount();
    await markPulled(db, 'u1');
    renderInApp(<Shelf />, '/bookshelf');
    expect(await screen.findByText('书架还是空的')).toBeVisible();
  }, 30_000);

  it('does not wait for a server that cannot be reached, and offers a retry', async () => {
    useSession.setState({ token: 'T', userId: 'u2' });
    goOffline();
    renderInApp(<Recent />, '/bookshelf/recent');
    act(() => markSyncFailed('u2'));
    expect(await screen.findByText('没有加载出来')).toBeVisible();
    const again = vi.fn();
    const stop = onBroadcast('reloadRequest', again);
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    stop();
    expect(again).toHaveBeenCalledOnce();
  });

  it('shows for each book that reading needs a network, and opens none', async () => {
    await actions.addToShelf([lunyu]);
    await read(lunyu, VERSION);
    await storeResponses(db, ANONYMOUS_OWNER, [{ key: `book:${lunyu}`, value: cardOf({ id: lunyu, title: '论语选读' }) }]);
    goOffline();
    markUnreachable();
    const { unmount, container } = renderInApp(<Recent />, '/bookshelf/recent');
    expect(await screen.findByRole('heading', { name: '论语选读' })).toBeVisible();
    expect(screen.getByText('联网后可读')).toBeVisible();
    expect(screen.queryByRole('link', { name: '继续阅读《论语选读》' })).toBeNull();
    expect(await accessibilityViolations(container)).toEqual([]);
    unmount();
    renderInApp(<Shelf />, '/bookshelf');
    await waitFor(() => expect(screen.getAllByText('联网后可读')).toHaveLength(2));
    act(markReachable);
    expect(screen.queryByText('联网后可读')).toBeNull();
  });
});

describe('owned books', () => {
  it('licensed by an institution open only while its license applies, and every source shows its number of books', async () => {
    useSession.setState({ token: 'T', userId: 'u1' });
    const item = (book: { id: string; title: string }, part: Partial<OutputOf<typeof listMyBooks>['items'][number]>) => ({
      book: bookCard(book),
      right: { kind: 'owned' as const, reason: '购买，长期有效' },
      source: 'order' as const,
      since: 0,
      held: [],
      ...part,
    });
    stubCalls(
      succeed(listMyBooks, {
        items: [
          item({ id: lunyu, title: '论语选读' }, {}),
          item({ id: mengzi, title: '孟子选读' }, { source: 'institution', right: { kind: 'institution', reason: '由甲大学提供' } }),
          item({ id: zhuangzi, title: '庄子选读' }, { source: 'institution', right: { kind: 'trial', reason: '可试读前 2 章' } }),
        ],
      }),
      succeed(getMyReading, { week: [], streakDays: 0, totalSeconds: 0, yearAgo: [] }),
    );
    renderInApp(<Owned />, '/bookshelf/owned');
    expect(await screen.findByText('由甲大学提供')).toBeVisible();
    expect(screen.getByText('通过机构读过，现在不在授权内。机构的授权有效时，在校园网或机构登录后可以接着读')).toBeVisible();
    expect(screen.queryByRole('link', { name: '打开《庄子选读》' })).toBeNull();
    expect(screen.getByRole('link', { name: '机构2' })).toBeVisible();
    expect(screen.getByRole('link', { name: '全部3' })).toBeVisible();

    await userEvent.selectOptions(screen.getByRole('combobox', { name: '排序' }), '书名');
    expect(titles()).toEqual(['论语选读', '孟子选读', '庄子选读']);
    await userEvent.click(screen.getByRole('link', { name: '机构2' }));
    await userEvent.type(screen.getByRole('searchbox', { name: '在本页搜索' }), '庄子');
    await waitFor(() => expect(titles()).toEqual(['庄子选读']));
    await userEvent.type(screen.getByRole('searchbox', { name: '在本页搜索' }), '吗');
    expect(await screen.findByText('没有找到')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: '显示全部' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
  });
});
