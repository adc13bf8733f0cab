import 'fake-indexeddb/auto';
import { listTextChanges, markChangesSeen, type OutputOf, type TextChange } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChangesNotice } from '../../../features/reading/changes-notice.tsx';
import { endSession } from '../../../platform/session/session.ts';
import { readerDatabase } from '../../../platform/storage/reader-database.ts';
import { anAnnotation, BOOK_ID } from '../../../platform/storage/testing/an-annotation.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { serveEmpty, serveNothing } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './book-changes-screen.tsx';

type Changes = OutputOf<typeof listTextChanges>;

const change = (part: Partial<TextChange> & Pick<TextChange, 'id'>): TextChange => ({
  kind: 'changed',
  blocks: 1,
  chapterTitle: '学而第一',
  href: 'text/ch1.xhtml',
  block: { blockId: 'b1', offset: 6 },
  parts: [
    { kind: 'same', text: '学而时习之，不亦' },
    { kind: 'deleted', text: '说' },
    { kind: 'inserted', text: '悦' },
    { kind: 'same', text: '乎？' },
  ],
  ...part,
});
const changes = (part: Partial<Changes> = {}): Changes => ({
  title: '论语',
  from: { no: 1, releasedAt: Date.UTC(2026, 0, 5, 4) },
  to: { no: 3, releasedAt: Date.UTC(2026, 5, 6, 4) },
  state: 'compared',
  total: 0,
  isCut: false,
  items: [],
  ...part,
});
const loaded = (part: Partial<Changes> = {}) => succeed(listTextChanges, changes(part));

const open = () =>
  renderInApp(
    <main>
      <Routes>
        <Route path="/course/changes/:bookId" element={<Component />} />
      </Routes>
    </main>,
    `/course/changes/${BOOK_ID}?since=1`,
  );

beforeEach(() => signInHere());
afterEach(async () => {
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
  for (const table of readerDatabase().tables) await table.clear();
});

it('lists the changes by chapter with deleted, inserted and moved text, and stores that the user has seen them', async () => {
  const items = [
    change({ id: 0 }),
    change({ id: 2, kind: 'removed', blocks: 2, parts: [{ kind: 'deleted', text: '巧言令色' }] }),
    change({ id: 3, chapterTitle: '为政第二', kind: 'moved', parts: [{ kind: 'moved', text: '君子不器' }] }),
  ];
  const { asked } = serveEmpty(loaded({ total: 3, items }));
  open();
  expect(await screen.findByRole('heading', { level: 1, name: '《论语》更新内容' })).toBeVisible();
  expect(screen.getByText('从内容第 1 版（2026年1月5日）到第 3 版（2026年6月6日）')).toBeVisible();
  expect(screen.getByText('更新 3 处')).toBeVisible();
  const chapters = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(chapters.slice(-2)).toEqual(['学而第一', '为政第二']);
  expect(screen.getByText('说').closest('del')).toHaveTextContent('删去：说。');
  expect(screen.getByText('悦').closest('ins')).toHaveTextContent('新增：悦。');
  expect(screen.getByText('君子不器')).toHaveTextContent('移来：君子不器。');
  expect(screen.getByText('删去 2 段')).toBeVisible();
  const links = screen.getAllByRole('link', { name: /^在书中查看第 \d 处$/ });
  expect(links).toHaveLength(3);
  expect(links[0]?.getAttribute('href')).toMatch(new RegExp(`^/course/learning/${BOOK_ID}\\?at=`));
  await waitFor(() => expect(asked.find(({ name }) => name === markChangesSeen.path)?.fields).toMatchObject({ bookId: BOOK_ID, no: 3 }));
  expect(await accessibilityViolations()).toEqual([]);
});

it('counts what became of the notes of the user in this book, with links to their lists', async () => {
  const anchors = ['exact', 'exact', 'moved', 'fuzzy', 'orphan'] as const;
  const annotations = [...anchors.map((anchor) => anAnnotation({ anchor })), anAnnotation({ bookId: '01jcqz4b6v0000000000000009' })];
  for (const record of annotations) {
    const { id: entityId, bookId } = record;
    await readerDatabase().records.put({ owner: 'u1', entity: 'annotation', entityId, bookId, record, clocks: {} });
  }
  serveEmpty(loaded());
  open();
  const linkOf = (name: string) => screen.findByRole('link', { name });
  expect(await linkOf('2 条笔记仍在原处')).toHaveAttribute('href', `/user/myNotes?bookId=${BOOK_ID}&anchor=exact`);
  expect(await linkOf('1 条随文字移动')).toHaveAttribute('href', `/user/myNotes?bookId=${BOOK_ID}&anchor=moved`);
  expect(await linkOf('1 条文字有改动')).toBeVisible();
  expect(await linkOf('1 条失去位置')).toHaveAttribute('href', `/user/myNotes?bookId=${BOOK_ID}&view=orphan`);
});

it('says while the texts are compared, when that failed, and offers a retry', async () => {
  serveNothing();
  const { unmount } = open();
  expect(await screen.findByRole('status', { name: '正在比较新旧文字' })).toBeVisible();
  unmount();
  serveEmpty(refuse(listTextChanges, 'request.tooMany', '请求过多，请稍后再试'));
  open();
  expect(await screen.findByText('请求过多，请稍后再试')).toBeVisible();
  serveEmpty(loaded());
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('您能读的章节没有改动')).toBeVisible();
  expect(screen.getByText('您在这本书里还没有笔记。')).toBeVisible();
});

it.each([
  ['indexing', '新版刚刚发布'],
  ['tooLarge', '改动太多，无法逐处列出'],
  ['noText', '旧版的文字没有保存'],
] as const)('says why nothing is listed: %s', async (state, title) => {
  serveEmpty(loaded({ state }));
  open();
  expect(await screen.findByText(title)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

it('the notice shows the number of changes until the user dismisses it, and nothing without changes', async () => {
  const { asked } = serveEmpty(loaded({ total: 12, items: [change({ id: 0 })] }));
  const notice = () => renderInApp(<ChangesNotice bookId={BOOK_ID} since={1} />);
  const { unmount } = notice();
  const status = await screen.findByRole('status');
  expect(status).toHaveTextContent('您上次阅读以后，更新 12 处');
  expect(within(status).getByRole('link', { name: '看改了什么' })).toHaveAttribute('href', `/course/changes/${BOOK_ID}?since=1`);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(within(status).getByRole('button', { name: '不再提示这次更新' }));
  expect(screen.queryByRole('status')).toBeNull();
  await waitFor(() => expect(asked.map(({ name }) => name)).toContain(markChangesSeen.path));
  unmount();
  const none = serveEmpty(loaded());
  notice();
  await waitFor(() => expect(none.asked.map(({ name }) => name)).toContain(listTextChanges.path));
  expect(screen.queryByRole('status')).toBeNull();
});
