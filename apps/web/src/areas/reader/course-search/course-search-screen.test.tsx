import { type Annotation, listCollections, queryNotes, reportSearch, searchBooks } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../platform/session/session.ts';
import { noteBroadcasts } from '../../../testing/note-broadcasts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './course-search-screen.tsx';

const BOOK = '1'.repeat(26);
const aNote = (n: number): Annotation => ({
  id: `${n}`.padStart(26, '0'),
  bookId: BOOK,
  versionId: BOOK,
  kind: 'note',
  color: 'yellow',
  highlightStyle: 'solid',
  body: `想法${n}`,
  tags: [],
  target: {
    href: 'a.xhtml',
    blocks: { start: { blockId: 'b1', offset: 0 }, end: { blockId: 'b1', offset: 2 } },
    quote: { exact: `原文${n}`, prefix: '', suffix: '' },
    position: { start: 0, end: 2 },
    cfi: '',
  },
  anchor: 'exact',
  chapterTitle: '第一章',
  totalProgression: 0,
  createdAt: n,
  updatedAt: n,
});
const noBooks = succeed(searchBooks, { hits: [], counts: { books: 0, body: 0, resources: 0 } });
const collection = (n: number) => ({
  id: `${n}`.padStart(26, '0'),
  kind: 'series' as const,
  title: `丛书${n}`,
  intro: '',
  bookCount: 2,
  firstBooks: [],
});
const notesOf = (from: number, count: number, next?: string) =>
  succeed(queryNotes, {
    items: Array.from({ length: count }, (_, n) => aNote(from + n)),
    total: 120,
    books: [],
    ...(next === undefined ? {} : { next }),
  });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

describe('the tab 全部', () => {
  it('shows the first collections and notes when no book was found, each with a link to all of them', async () => {
    stubCalls(noBooks, succeed(listCollections, { items: [1, 2, 3, 4].map(collection) }), notesOf(1, 50, 'more'));
    renderInApp(<Component />, '/course/search?q=书');
    const collections = await screen.findByRole('region', { name: '专题' });
    expect(within(collections).getAllByRole('heading', { level: 3 }).length).toBe(4);
    expect(within(collections).getByRole('link', { name: '查看全部专题（4）' }).getAttribute('href')).toContain('tab=collections');
    const notes = await screen.findByRole('region', { name: '我的笔记' });
    expect(within(notes).getAllByRole('listitem').length).toBe(3);
    expect(within(notes).getByRole('link', { name: '查看全部我的笔记（120）' }).getAttribute('href')).toContain('tab=notes');
    expect(screen.queryByText(/没有找到/)).toBeNull();
  });

  it.each([
    ['全部', '', ['专题暂时搜不到重试', '笔记暂时搜不到重试']],
    ['专题', '&tab=collections', ['专题暂时搜不到重试']],
    ['我的笔记', '&tab=notes', ['笔记暂时搜不到重试']],
  ])(
    'shows the error of the server in place of the results and no toast or dialog, as does each tab of one kind (%s)',
    async (_tab, tab, sentences) => {
      const broadcasts = noteBroadcasts();
      stubCalls(noBooks, refuse(listCollections, 'unavailable', '专题暂时搜不到'), refuse(queryNotes, 'unavailable', '笔记暂时搜不到'));
      renderInApp(<Component />, `/course/search?q=书${tab}`);
      await vi.waitFor(() => expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(sentences), 10_000);
      expect(broadcasts).toEqual([]);
    },
  );

  it('shows an empty state only when nothing was found', async () => {
    stubCalls(noBooks, succeed(listCollections, { items: [] }), succeed(queryNotes, { items: [], total: 0, books: [] }));
    renderInApp(<Component />, '/course/search?q=书');
    expect(await screen.findByText(/没有找到/)).toBeTruthy();
  });
});

it('the tab of notes loads further pages', async () => {
  const { asked } = stubCalls(noBooks, succeed(listCollections, { items: [] }), notesOf(1, 50, 'more'));
  renderInApp(<Component />, '/course/search?q=书&tab=notes');
  await screen.findByText('想法1');
  stubCalls(noBooks, succeed(listCollections, { items: [] }), notesOf(51, 50));
  await userEvent.click(screen.getByRole('button', { name: '加载更多' }));
  expect(await screen.findByText('想法100')).toBeTruthy();
  expect(screen.getByText('想法1')).toBeTruthy();
  expect(asked.some(({ name }) => name === queryNotes.path)).toBe(true);
  expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull();
});

describe('a report of an unsuccessful search', () => {
  const nothing = [noBooks, succeed(listCollections, { items: [] }), succeed(queryNotes, { items: [], total: 0, books: [] })] as const;

  it('sends the query to the editors, with an optional comment', async () => {
    const { asked } = stubCalls(...nothing, succeed(reportSearch, {}));
    const { container } = renderInApp(<Component />, '/course/search?q=范畴论');
    const open = await screen.findByRole('button', { name: '告诉编辑想找什么' });
    expect(open).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(open);
    await userEvent.type(screen.getByLabelText('想找什么（选填）'), '英文版');
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('已收到，谢谢。编辑会看看问题出在哪里。')).toBeInTheDocument();
    expect(asked.find(({ name }) => name === reportSearch.path)?.fields).toEqual({ q: '范畴论', found: false, note: '英文版' });
  });

  it('can be sent again after a failure', async () => {
    stubCalls(...nothing.slice(0, 2), notesOf(1, 3));
    renderInApp(<Component />, '/course/search?q=范畴论');
    await userEvent.click(await screen.findByRole('button', { name: '不是想要的结果？' }));
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    const { asked } = stubCalls(...nothing, succeed(reportSearch, {}));
    await userEvent.click(await screen.findByRole('button', { name: '提交' }));
    expect(await screen.findByText('已收到，谢谢。编辑会看看问题出在哪里。')).toBeInTheDocument();
    expect(asked.find(({ name }) => name === reportSearch.path)?.fields).toMatchObject({ found: true });
  });
});
