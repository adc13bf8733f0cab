import 'fake-indexeddb/auto';
import { defaultReadingPreferences, getManifest, type OutputOf, openBook, type ReadingOrderItem } from '@shufang/contract';
import type * as engine from '@shufang/reading-engine';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Providers } from '../../../app/providers.tsx';
import { markReachable, markUnreachable } from '../../../platform/api/connection.ts';
import { createQueryClient } from '../../../platform/api/query-client.ts';
import { endSession } from '../../../platform/session/session.ts';
import { readerDatabase } from '../../../platform/storage/reader-database.ts';
import { emptyPayload } from '../../../testing/empty-payload.ts';
import { accessibilityViolations } from '../../../testing/render-in-app.tsx';
import { serveEmpty, serveFailures, serveNothing } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './course-learning-screen.tsx';

/** The frame of the reading engine: jsdom has no layout, so the test plays the frame's part. */
const frame = vi.hoisted(() => ({
  onEvent: (_event: { name: string; data: unknown }): void => undefined,
  calls: [] as string[],
  inputs: {} as Record<string, unknown>,
  open: (): Promise<unknown> => Promise.resolve(),
}));
// The tests lose the connection again and again, and listeners of an unsteady connection hear of its return only after a growing delay.
vi.mock('../../../platform/api/retry-delay.ts', () => ({ retryDelayMs: () => 10 }));
vi.mock('@shufang/reading-engine', async (original) => ({
  ...(await original<typeof engine>()),
  createNavigator: (_: unknown, { onEvent }: { onEvent: typeof frame.onEvent }) => {
    frame.onEvent = onEvent;
    return new Proxy({} as Record<string, unknown>, {
      get: (_target, name: string) => (input: unknown) => {
        frame.calls.push(name);
        frame.inputs[name] = input;
        return name === 'open' ? frame.open() : Promise.resolve(true);
      },
    });
  },
}));

const BOOK = '1'.repeat(26);
const item = (href: string, position: number, open: boolean): ReadingOrderItem => ({
  href,
  type: 'application/xhtml+xml',
  title: href === 'c1.xhtml' ? '学而第一' : '为政第二',
  chars: 1024,
  startPosition: position,
  positions: 1,
  layout: 'reflowable',
  linear: true,
  segments: [{ href, firstBlock: 'b1', lastBlock: 'b9', startChar: 0, chars: 1024 }],
  open,
});
const blank = emptyPayload(openBook.output) as OutputOf<typeof openBook>;
const opened = (isWholeOpen = true): OutputOf<typeof openBook> => ({
  book: { ...blank.book, id: BOOK, title: '论语选读' },
  right: { ...blank.right, kind: isWholeOpen ? 'owned' : 'trial' },
  version: { id: '2'.repeat(26), no: 1, releasedAt: 0 },
  content: { frameUrl: 'http://b.localhost/~engine/1/frame.html', baseUrl: 'http://b.localhost/~c/t/', expiresAt: Date.now() + 3_600_000 },
  metadata: { ...blank.metadata, title: '论语选读', readingProgression: 'ltr', layout: 'reflowable', chars: 2048, positions: 2 },
  // The server sends the first document only, although the book has two.
  readingOrder: { documents: 2, segments: 2, from: 0, segmentsBefore: 0, charsBefore: 0, items: [item('c1.xhtml', 1, true)] },
  openRanges: [[0, isWholeOpen ? 2 : 1]],
  preferences: defaultReadingPreferences,
});
const opening = (isWholeOpen = true) => succeed(openBook, opened(isWholeOpen));
const manifest = succeed(getManifest, {
  readingOrder: [item('c1.xhtml', 1, true), item('c2.xhtml', 2, true)],
  toc: [
    { title: '学而第一', href: 'c1.xhtml' },
    { title: '为政第二', href: 'c2.xhtml' },
  ],
  pageList: [],
  landmarks: [],
});

const show = (search = '') =>
  render(
    <Providers queryClient={createQueryClient()}>
      {/* The shell of the app shows every screen in this landmark. */}
      <main>
        <RouterProvider
          router={createMemoryRouter([{ path: '/course/learning/:bookId', element: <Component /> }], {
            initialEntries: [`/course/learning/${BOOK}${search}`],
          })}
        />
      </main>
    </Providers>,
  );
const report = async (name: string, data: unknown): Promise<void> => {
  await waitFor(() => expect(frame.calls).toContain('open'));
  act(() => frame.onEvent({ name, data }));
};
const located = {
  locator: { href: 'c1.xhtml', title: '学而第一', locations: { progression: 0, totalProgression: 0, position: 1 } },
  page: { n: 1, of: 4 },
  atStart: true,
  atEnd: false,
  visible: { href: 'c1.xhtml', startChar: 0, endChar: 200 },
  cause: 'move',
};
/** The buttons that turn pages: at the edge of the page and in the bar below it. */
const turning = (name: '上一页' | '下一页') => screen.getAllByRole('button', { name });
const skeleton = () => screen.queryByRole('status', { name: '正在打开图书' });

beforeEach(() => {
  frame.calls = [];
  frame.open = () => Promise.resolve();
  signInHere();
});
afterEach(async () => {
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
  for (const table of readerDatabase().tables) await table.clear();
});

describe('a book that is being opened', () => {
  it('shows a skeleton until the server responds', async () => {
    serveNothing();
    show();
    expect(await screen.findByRole('status', { name: '正在打开图书' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('shows a skeleton over the frame until the first page is shown', async () => {
    serveEmpty(opening());
    show();
    expect(await screen.findByTitle('阅读区')).toBeInTheDocument();
    expect(skeleton()).toBeVisible();
    for (const button of turning('下一页')) expect(button).toBeDisabled();
    await report('located', located);
    await waitFor(() => expect(skeleton()).toBeNull());
    for (const button of turning('上一页')) expect(button).toBeDisabled();
    for (const button of turning('下一页')) expect(button).toBeEnabled();
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('a book that cannot be opened', () => {
  it('is opened on retry after a failure of the server', async () => {
    const user = userEvent.setup();
    serveFailures();
    show();
    expect(await screen.findByRole('alert', {}, { timeout: 15_000 })).toHaveTextContent('这本书没有打开');
    expect(await accessibilityViolations()).toEqual([]);
    serveEmpty(opening());
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByTitle('阅读区')).toBeInTheDocument();
  });

  it.each([
    ['catalog.bookNotFound', '本书已下架', '回到首页', '/'],
    ['entitlement.notEntitled', '开通后可以阅读', '查看开通方式', `/course/info/${BOOK}`],
  ] as const)('because of %s shows the reason and a link, and cannot be retried', async (code, reason, link, address) => {
    serveEmpty(refuse(openBook, code, reason));
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent(reason);
    expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', address);
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('is not covered by the text that the early reader has shown to another session', async () => {
    const close = vi.fn();
    globalThis.shufangEarlyReader = { close } as unknown as typeof globalThis.shufangEarlyReader;
    const early = Object.assign(document.createElement('div'), { id: 'early-reading-frame' });
    document.body.append(early);
    serveEmpty(refuse(openBook, 'entitlement.notEntitled', '开通后可以阅读'));
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('开通后可以阅读');
    expect(early.isConnected).toBe(false);
    expect(close).toHaveBeenCalledOnce();
  });

  it('because its frame does not respond is opened in a new frame on retry', async () => {
    const user = userEvent.setup();
    frame.open = () => Promise.reject(new Error('no response'));
    serveEmpty(opening());
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('阅读区没有响应');
    frame.open = () => Promise.resolve();
    frame.calls = [];
    await user.click(screen.getByRole('button', { name: '重试' }));
    await report('located', located);
    await waitFor(() => expect(skeleton()).toBeNull());
    for (const button of turning('下一页')) expect(button).toBeEnabled();
  });
});

describe('the whole reading order of an open book', () => {
  /** Clicks one of the two buttons of the table of contents, in the bars above and below the page. */
  const openContents = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
    const [button] = screen.getAllByRole('button', { name: '目录' });
    if (button) await user.click(button);
  };
  const requests = (asked: readonly { readonly name: string }[]): number => asked.filter(({ name }) => name === getManifest.path).length;
  const states = (items: unknown) => (items as ReadingOrderItem[]).map(({ href, open }) => [href, open]);

  it('is requested after the first page, and sent to the engine with the documents that are open', async () => {
    const { asked } = serveEmpty(opening(false), manifest);
    show();
    await waitFor(() => expect(frame.calls).toContain('open'));
    expect(frame.inputs['open']).toMatchObject({ publication: { readingOrder: { items: [{ href: 'c1.xhtml' }] } } });
    expect(requests(asked)).toBe(0);
    await report('located', located);
    await waitFor(() => expect(frame.calls).toContain('completeReadingOrder'));
    expect(states(frame.inputs['completeReadingOrder'])).toEqual([
      ['c1.xhtml', true],
      ['c2.xhtml', false],
    ]);
    expect(requests(asked)).toBe(1);
  });

  it('is requested at once if the book opens outside of the documents that the server sent', async () => {
    const { asked } = serveEmpty(opening(), manifest);
    show('?href=c2.xhtml');
    await waitFor(() => expect(requests(asked)).toBe(1));
    expect(asked.find(({ name }) => name === openBook.path)?.fields).toEqual({ bookId: BOOK, near: 'c2.xhtml' });
    await waitFor(() => expect(frame.calls).toContain('completeReadingOrder'));
  });

  it('is sent again when the book is opened again because the connection is back', async () => {
    serveEmpty(opening(), manifest);
    show();
    await report('located', located);
    await waitFor(() => expect(frame.calls).toContain('completeReadingOrder'));
    frame.calls = [];
    const content = { ...opened().content, baseUrl: 'http://b.localhost/~c/next/' };
    serveEmpty(succeed(openBook, { ...opened(), content }), manifest);
    act(() => {
      markUnreachable();
      markReachable();
    });
    const opens = () => frame.calls.filter((name) => name === 'open' || name === 'completeReadingOrder');
    await waitFor(() => expect(opens()).toEqual(['open', 'completeReadingOrder']));
  });

  it('is awaited by the table of contents', async () => {
    const user = userEvent.setup();
    serveNothing(opening());
    show();
    await report('located', located);
    await openContents(user);
    expect(await screen.findByText('正在载入目录…')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('can be requested again after a failure', async () => {
    const user = userEvent.setup();
    serveEmpty(opening(), refuse(getManifest, 'catalog.bookNotFound', '没有这本书'));
    show();
    await report('located', located);
    await openContents(user);
    expect(await screen.findByText('目录没有载入。请检查网络，系统会自动重试。')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    serveEmpty(opening(), manifest);
    await user.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(frame.calls).toContain('completeReadingOrder'));
    await waitFor(() => expect(screen.queryByText('目录没有载入。请检查网络，系统会自动重试。')).toBeNull());
  });
});

describe('an open book', () => {
  it('says that a part was not loaded, and requests it again on retry', async () => {
    const user = userEvent.setup();
    serveEmpty(opening());
    show();
    await report('error', { code: 'segmentMissing', message: '' });
    expect(await screen.findByText('这一部分没有加载成功')).toBeVisible();
    expect(skeleton()).toBeNull();
    await user.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(frame.calls).toContain('setTicket'));
    await report('located', located);
    await waitFor(() => expect(screen.queryByText('这一部分没有加载成功')).toBeNull());
  });

  it('says that the text on the device is damaged if a part of a stored book was not loaded', async () => {
    const book = opened(true);
    serveEmpty(succeed(openBook, { ...book, content: { ...book.content, baseUrl: 'https://b1.example/~o/l1/k/' } }));
    show();
    await report('error', { code: 'segmentMissing', message: '' });
    expect(await screen.findByText(/存在这台设备上的正文有缺损/)).toBeVisible();
  });

  it('says that pages are turned too fast until the next page is shown', async () => {
    serveEmpty(opening());
    show();
    await report('error', { code: 'tooMany', message: '' });
    expect(await screen.findByText('翻阅过快，请稍等片刻，内容会自动显示')).toBeVisible();
    await report('located', located);
    await waitFor(() => expect(screen.queryByText('翻阅过快，请稍等片刻，内容会自动显示')).toBeNull());
  });

  it('shows the paywall at a closed chapter, and returns to the page', async () => {
    const user = userEvent.setup();
    serveEmpty(opening(false));
    show();
    await report('located', located);
    await report('wall', { title: '为政第二', href: 'c2.xhtml' });
    expect(await screen.findByRole('heading', { name: '试读到这里结束' })).toBeVisible();
    expect(screen.getByText(/“为政第二”需要开通后阅读/)).toBeVisible();
    expect(screen.getByRole('link', { name: '查看开通方式' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: '回到刚才的位置' }));
    expect(screen.queryByRole('heading', { name: '试读到这里结束' })).toBeNull();
  });

  it('asks an anonymous user at the paywall to sign in', async () => {
    endSession();
    serveEmpty(opening(false));
    show();
    await report('located', located);
    await report('wall', { title: '为政第二', href: 'c2.xhtml' });
    expect(await screen.findByText('如果您已经拥有这本书，登录后就能接着读。')).toBeVisible();
    expect(screen.getByRole('button', { name: '登录' })).toBeVisible();
  });

  it('is covered by the reason when the right ends during reading, and the frame is removed', async () => {
    serveEmpty(opening());
    show();
    await report('located', located);
    serveEmpty(refuse(openBook, 'entitlement.notEntitled', '您的阅读权限已到期'));
    await report('contentExpired', {});
    const ended = await screen.findByRole('alert');
    expect(ended).toHaveTextContent('您对这本书的阅读权限已经结束');
    expect(ended).toHaveTextContent('您的阅读权限已到期');
    expect(screen.queryByTitle('阅读区')).toBeNull();
    expect(screen.getByRole('link', { name: '查看我的笔记' })).toHaveAttribute('href', `/user/myNotes?bookId=${BOOK}`);
    expect(await accessibilityViolations()).toEqual([]);
  });
});
