import 'fake-indexeddb/auto';
import type { Annotation } from '@shufang/contract';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { findRecord, listReviewCardRecords, readerDatabase } from '../../platform/storage/reader-database.ts';
import { aMark } from '../../platform/storage/testing/a-mark.ts';
import { ANONYMOUS_OWNER } from '../../platform/storage/use-owner.ts';
import { Review } from './review.tsx';

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await readerDatabase().records.clear();
  await readerDatabase().outbox.clear();
});

const words = aMark({ createdAt: 1 });
const note = aMark({
  kind: 'note',
  body: '温习旧的，能知道新的',
  createdAt: 2,
  target: { ...aMark().target, quote: { exact: '温故而知新', prefix: '', suffix: '' } },
});

const open = (marks: readonly Annotation[], isAll = false) => {
  const onLeave = vi.fn();
  const onAll = vi.fn();
  const view = render(
    <MemoryRouter>
      <Review marks={marks} titleOf={() => '论语'} addressOf={({ id }) => `/at/${id}`} isAll={isAll} onAll={onAll} onLeave={onLeave} />
    </MemoryRouter>,
  );
  return { ...view, onLeave, onAll };
};
const question = () => screen.findByRole('group', { name: '问题' });
const answer = () => screen.findByRole('group', { name: '答案' });
const faults = async (container: Element) =>
  (await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations.map(({ id }) => id);
const countsNow = () =>
  within(screen.getByRole('region', { name: '复习卡片' }))
    .getAllByRole('definition')
    .slice(0, 3)
    .map(({ textContent }) => Number(textContent));
const standingOf = async (mark: Annotation) =>
  (await findRecord(readerDatabase(), ANONYMOUS_OWNER, 'reviewCard', mark.id))?.record.standing;

test('two cards from the first question to the end, with the keyboard alone', async () => {
  const person = userEvent.setup();
  const { container, onLeave } = open([words, note, aMark({ kind: 'bookmark' })]);
  const first = await question();
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(first.textContent).toContain('子曰：“（隐去的文字）之，不亦说乎');
  expect(screen.queryByText('学而时习')).toBeNull();
  expect(countsNow()).toEqual([0, 2, 0]);
  expect(await faults(container)).toEqual([]);
  // Nothing can be rated that was not seen.
  await person.keyboard('3');
  expect(await standingOf(words)).toBeUndefined();

  await person.keyboard(' ');
  const shown = await answer();
  await waitFor(() => expect(document.activeElement).toBe(shown));
  expect(screen.getByText('学而时习').tagName).toBe('MARK');
  expect(screen.getByRole('status').textContent).toBe('答案已显示，请评分');
  expect(screen.getAllByRole('button', { name: /后$/ }).map(({ textContent }) => textContent)).toEqual([
    '忘了1 分钟后',
    '吃力6 分钟后',
    '记得10 分钟后',
    expect.stringMatching(/^容易\d+ 天后$/),
  ]);
  expect(await faults(container)).toEqual([]);
  await person.keyboard('4');

  await screen.findByText('温故而知新');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: '问题' })));
  expect(screen.getByRole('status').textContent).toMatch(/^容易，\d+ 天后再来$/);
  await waitFor(() => expect(countsNow()).toEqual([0, 1, 1]));
  await person.keyboard(' ');
  expect((await answer()).textContent).toBe('温习旧的，能知道新的');
  await person.keyboard('4');

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '这一轮复习完了' })));
  expect(screen.getByText('复习了 2 张卡片，评分 2 次')).toBeDefined();
  expect(screen.getByText(/^下一次：/)).toBeDefined();
  expect(await faults(container)).toEqual([]);
  expect(await standingOf(note)).toMatchObject({ state: 'review', reviews: 1 });
  expect((await readerDatabase().outbox.toArray()).map(({ op }) => [op.entity, op.entityId])).toEqual([
    ['reviewCard', words.id],
    ['reviewCard', note.id],
  ]);
  await person.keyboard('{Escape}');
  expect(onLeave).toHaveBeenCalledOnce();
});

test('the last rating is taken back, and the card rated anew', async () => {
  const person = userEvent.setup();
  open([words, note]);
  await question();
  await person.keyboard(' 1');
  await screen.findByText('温故而知新');
  await person.keyboard('z');
  await screen.findByText('学而时习');
  expect(await standingOf(words)).toBeUndefined();
  expect(screen.queryByRole('button', { name: '撤销上一步' })).toBeNull();
  await person.keyboard('4');
  await screen.findByText('温故而知新');
  expect((await standingOf(words))?.state).toBe('review');
});

test('a key that is held down rates one card', async () => {
  const person = userEvent.setup();
  open([words, note]);
  await question();
  await person.keyboard(' {4>3/}');
  await screen.findByText('温故而知新');
  expect((await listReviewCardRecords(readerDatabase(), ANONYMOUS_OWNER)).size).toBe(1);
});

test('a forgotten card comes again before the end', async () => {
  const person = userEvent.setup();
  open([words]);
  await question();
  await person.keyboard(' 1');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('忘了，1 分钟后再来'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: '问题' })));
  await waitFor(() => expect(countsNow()).toEqual([1, 0, 0]));
});

test('a card is taken out, put back, and is no longer asked for in between', async () => {
  const person = userEvent.setup();
  const first = open([words]);
  await question();
  await person.click(screen.getByRole('button', { name: '移出卡片' }));
  await screen.findByRole('heading', { name: '这里的卡片都已移出' });
  first.unmount();

  open([words, note]);
  await screen.findByText('温故而知新');
  await person.keyboard(' 4');
  await screen.findByRole('heading', { name: '这一轮复习完了' });
  await person.click(screen.getByText('已移出的卡片（1）'));
  await person.click(screen.getByRole('button', { name: '放回：学而时习' }));
  await waitFor(() => expect(screen.queryByText(/已移出的卡片/)).toBeNull());
  cleanup();
  open([words, note]);
  expect((await question()).textContent).toContain('之，不亦说乎');
});

test('where nothing is due all can be gone through, and where there are no cards that is said', async () => {
  const person = userEvent.setup();
  open([words]);
  await question();
  await person.keyboard(' 4');
  await screen.findByRole('heading', { name: '这一轮复习完了' });
  cleanup();
  const idle = open([words]);
  await screen.findByRole('heading', { name: '现在没有到期的卡片' });
  expect(await faults(idle.container)).toEqual([]);
  await person.click(screen.getByRole('button', { name: '全部过一遍' }));
  expect(idle.onAll).toHaveBeenCalledOnce();
  cleanup();
  open([words], true);
  await question();
  await person.keyboard(' 3');
  await screen.findByRole('heading', { name: '这一轮复习完了' });
  cleanup();
  open([aMark({ kind: 'bookmark' })]);
  await screen.findByRole('heading', { name: '这里没有可以复习的卡片' });
  expect(screen.queryByRole('button', { name: '全部过一遍' })).toBeNull();
});

test('a rating that could not be kept is not lost from sight: the card stays, to be rated again', async () => {
  const person = userEvent.setup();
  const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  open([words, note]);
  await question();
  await person.keyboard(' ');
  const failing = vi.spyOn(readerDatabase().records, 'put').mockRejectedValue(new Error('disk full'));
  await person.keyboard('4');
  await waitFor(() => expect(report).toHaveBeenCalledOnce());
  expect(screen.getByText('学而时习')).toBeDefined();
  failing.mockRestore();
  await person.keyboard('4');
  await screen.findByText('温故而知新');
});
