import 'fake-indexeddb/auto';
import type { Annotation } from '@shufang/contract';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { findRecord, listReviewCardRecords, readerDatabase } from '../../platform/storage/reader-database.ts';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { Review } from './review.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await readerDatabase().records.clear();
  await readerDatabase().outbox.clear();
});

const text = anAnnotation({ createdAt: 1 });
const note = anAnnotation({
  kind: 'note',
  body: '温习旧的，能知道新的',
  createdAt: 2,
  target: { ...anAnnotation().target, quote: { exact: '温故而知新', prefix: '', suffix: '' } },
});

const open = (annotations: readonly Annotation[], isAll = false) => {
  const onLeave = vi.fn();
  const onAll = vi.fn();
  const view = render(
    <MemoryRouter>
      <Review
        annotations={annotations}
        titleOf={() => '论语'}
        linkTo={({ id }) => `/at/${id}`}
        isAll={isAll}
        onAll={onAll}
        onLeave={onLeave}
      />
    </MemoryRouter>,
  );
  return { ...view, onLeave, onAll };
};
const question = () => screen.findByRole('group', { name: '问题' });
const answer = () => screen.findByRole('group', { name: '答案' });
const countsNow = () =>
  within(screen.getByRole('region', { name: '复习卡片' }))
    .getAllByRole('definition')
    .slice(0, 3)
    .map(({ textContent }) => Number(textContent));
const scheduleOf = async (annotation: Annotation) =>
  (await findRecord(readerDatabase(), ANONYMOUS_OWNER, 'reviewCard', annotation.id))?.record.schedule;

test('two cards are reviewed from the first question to the end with the keyboard alone', async () => {
  const user = userEvent.setup();
  const { container, onLeave } = open([text, note, anAnnotation({ kind: 'bookmark' })]);
  const first = await question();
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(first.textContent).toContain('子曰：“（隐去的文字）之，不亦说乎');
  expect(screen.queryByText('学而时习')).toBeNull();
  expect(countsNow()).toEqual([0, 2, 0]);
  expect(await accessibilityViolations(container)).toEqual([]);
  // This key has no effect, because a card cannot be rated before its answer is shown.
  await user.keyboard('3');
  expect(await scheduleOf(text)).toBeUndefined();

  await user.keyboard(' ');
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
  expect(await accessibilityViolations(container)).toEqual([]);
  await user.keyboard('4');

  await screen.findByText('温故而知新');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: '问题' })));
  expect(screen.getByRole('status').textContent).toMatch(/^容易，\d+ 天后再来$/);
  await waitFor(() => expect(countsNow()).toEqual([0, 1, 1]));
  await user.keyboard(' ');
  expect((await answer()).textContent).toBe('温习旧的，能知道新的');
  await user.keyboard('4');

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '这一轮复习完了' })));
  expect(screen.getByText('复习了 2 张卡片，评分 2 次')).toBeDefined();
  expect(screen.getByText(/^下一次：/)).toBeDefined();
  expect(await accessibilityViolations(container)).toEqual([]);
  expect(await scheduleOf(note)).toMatchObject({ state: 'review', reviews: 1 });
  expect((await readerDatabase().outbox.toArray()).map(({ op }) => [op.entity, op.entityId])).toEqual([
    ['reviewCard', text.id],
    ['reviewCard', note.id],
  ]);
  await user.keyboard('{Escape}');
  expect(onLeave).toHaveBeenCalledOnce();
});

test('a card says that the text of its passage was changed in a later version', async () => {
  open([anAnnotation({ anchor: 'fuzzy' })]);
  await question();
  expect(screen.getByText('论语 › 学而第一 · 原文有改动')).toBeDefined();
});

test('undo restores the last card, which can be rated again', async () => {
  const user = userEvent.setup();
  open([text, note]);
  await question();
  await user.keyboard(' 1');
  await screen.findByText('温故而知新');
  await user.keyboard('z');
  await screen.findByText('学而时习');
  expect(await scheduleOf(text)).toBeUndefined();
  expect(screen.queryByRole('button', { name: '撤销上一步' })).toBeNull();
  await user.keyboard('4');
  await screen.findByText('温故而知新');
  expect((await scheduleOf(text))?.state).toBe('review');
});

test('a key that is held down rates one card', async () => {
  const user = userEvent.setup();
  open([text, note]);
  await question();
  await user.keyboard(' {4>3/}');
  await screen.findByText('温故而知新');
  expect((await listReviewCardRecords(readerDatabase(), ANONYMOUS_OWNER)).size).toBe(1);
});

test('a forgotten card is shown again before the end', async () => {
  const user = userEvent.setup();
  open([text]);
  await question();
  await user.keyboard(' 1');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('忘了，1 分钟后再来'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: '问题' })));
  await waitFor(() => expect(countsNow()).toEqual([1, 0, 0]));
});

test('a card is excluded, included again, and not shown in between', async () => {
  const user = userEvent.setup();
  const first = open([text]);
  await question();
  await user.click(screen.getByRole('button', { name: '移出卡片' }));
  await screen.findByRole('heading', { name: '这里的卡片都已移出' });
  first.unmount();

  open([text, note]);
  await screen.findByText('温故而知新');
  await user.keyboard(' 4');
  await screen.findByRole('heading', { name: '这一轮复习完了' });
  await user.click(screen.getByText('已移出的卡片（1）'));
  await user.click(screen.getByRole('button', { name: '放回：学而时习' }));
  await waitFor(() => expect(screen.queryByText(/已移出的卡片/)).toBeNull());
  cleanup();
  open([text, note]);
  expect((await question()).textContent).toContain('之，不亦说乎');
});

test('all cards can be reviewed when none is due, and a message says when there are no cards', async () => {
  const user = userEvent.setup();
  open([text]);
  await question();
  await user.keyboard(' 4');
  await screen.findByRole('heading', { name: '这一轮复习完了' });
  cleanup();
  const idle = open([text]);
  await screen.findByRole('heading', { name: '现在没有到期的卡片' });
  expect(await accessibilityViolations(idle.container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '全部过一遍' }));
  expect(idle.onAll).toHaveBeenCalledOnce();
  cleanup();
  open([text], true);
  await question();
  await user.keyboard(' 3');
  await screen.findByRole('heading', { name: '这一轮复习完了' });
  cleanup();
  open([anAnnotation({ kind: 'bookmark' })]);
  await screen.findByRole('heading', { name: '这里没有可以复习的卡片' });
  expect(screen.queryByRole('button', { name: '全部过一遍' })).toBeNull();
});

test('a card whose rating could not be stored stays on the screen and can be rated again', async () => {
  const user = userEvent.setup();
  const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  open([text, note]);
  await question();
  await user.keyboard(' ');
  const failing = vi.spyOn(readerDatabase().records, 'put').mockRejectedValue(new Error('disk full'));
  await user.keyboard('4');
  await waitFor(() => expect(report).toHaveBeenCalledOnce());
  expect(screen.getByText('学而时习')).toBeDefined();
  failing.mockRestore();
  await user.keyboard('4');
  await screen.findByText('温故而知新');
});
