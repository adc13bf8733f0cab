import 'fake-indexeddb/auto';
import { type ContentNode, newId, type PracticeItem, practiceAnswerId } from '@shufang/contract';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { findRecord, readerDatabase } from '../../platform/storage/reader-database.ts';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { PracticeDialog } from './practice-dialog.tsx';

const BOOK = newId();
const VERSION = newId();

afterEach(async () => {
  cleanup();
  const db = readerDatabase();
  await Promise.all([db.records.clear(), db.outbox.clear(), db.drafts.clear()]);
});

const paragraph = (...children: ContentNode[]): ContentNode => ({ name: 'p', children });
const itemOf = (parts: Partial<PracticeItem>): PracticeItem => ({
  id: 'ex-1',
  href: 'text/ch01.xhtml',
  problem: 'multipleChoice',
  question: [paragraph('程序会显示什么？'), { name: 'pre', children: ['print("春")'] }],
  options: [['春'], [{ name: 'code', children: ['"春"'] }], ['什么也不显示']],
  answer: ['答案：A'],
  explanation: [paragraph('引号不显示。')],
  ...parts,
});
const BLANKS = itemOf({ problem: 'blank', question: [paragraph('385 分钟是 ____ 小时 ____ 分钟。')], options: [], answer: ['6；25'] });
const GENERAL = itemOf({ problem: 'general', question: [paragraph('说明解释器的作用。')], options: [], answer: ['逐句执行代码。'] });

const open = (item: PracticeItem) => {
  const onClose = vi.fn();
  return { ...render(<PracticeDialog item={item} bookId={BOOK} versionId={VERSION} onClose={onClose} />), onClose };
};
const storedAnswer = async (item: PracticeItem) =>
  (
    await findRecord(
      readerDatabase(),
      ANONYMOUS_OWNER,
      'practiceAnswer',
      practiceAnswerId({ bookId: BOOK, href: item.href, itemId: item.id }),
    )
  )?.record.answer;
const waitingOps = async () => (await readerDatabase().outbox.toArray()).map(({ op }) => op.entity);

test('a choice is answered with the keyboard, checked at once, and its answer waits for the server', async () => {
  const user = userEvent.setup();
  const item = itemOf({});
  const { container } = open(item);
  expect(screen.getByRole('heading', { name: '单选题' })).toBeTruthy();
  expect(screen.queryByText('引号不显示。')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'A．春' }));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('status').textContent).toContain('答对了');
  expect(screen.getByText('引号不显示。')).toBeTruthy();
  await waitFor(async () =>
    expect(await storedAnswer(item)).toMatchObject({ response: { RESPONSE: ['A'] }, verdict: 'correct', isSelfAssessed: false, tries: 1 }),
  );
  expect(await waitingOps()).toEqual(['practiceAnswer']);
  expect(await accessibilityViolations(container)).toEqual([]);
});

test('a wrong answer does not reveal the right one until the reader asks for it, and can be repeated', async () => {
  const user = userEvent.setup();
  const item = itemOf({});
  open(item);
  await user.click(screen.getByRole('radio', { name: 'B．"春"' }));
  await user.click(screen.getByRole('button', { name: '检查答案' }));
  expect(screen.getByRole('status').textContent).toContain('没有答对');
  expect(screen.queryByText('引号不显示。')).toBeNull();
  await user.click(screen.getByRole('button', { name: '看答案' }));
  expect(screen.getByText('引号不显示。')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '再做一次' }));
  await user.click(screen.getByRole('radio', { name: 'A．春' }));
  await user.click(screen.getByRole('button', { name: '检查答案' }));
  await waitFor(async () => expect(await storedAnswer(item)).toMatchObject({ verdict: 'correct', tries: 2 }));
});

test('several options are chosen where several are right', async () => {
  const user = userEvent.setup();
  open(itemOf({ answer: ['A、C'] }));
  for (const name of ['C．什么也不显示', 'A．春']) await user.click(screen.getByRole('checkbox', { name }));
  await user.click(screen.getByRole('button', { name: '检查答案' }));
  expect(screen.getByRole('status').textContent).toContain('答对了');
});

test('each blank has its own result', async () => {
  const user = userEvent.setup();
  open(BLANKS);
  await user.type(screen.getByRole('textbox', { name: '第 1 空' }), '６');
  await user.type(screen.getByRole('textbox', { name: '第 2 空' }), '52{Enter}');
  expect(screen.getByRole('status').textContent).toContain('对了一部分');
  expect(screen.getByRole('textbox', { name: '第 1 空' }).getAttribute('aria-invalid')).toBe('false');
  expect(screen.getByRole('textbox', { name: '第 2 空' }).getAttribute('aria-invalid')).toBe('true');
});

test('what is typed survives closing the question', async () => {
  const user = userEvent.setup();
  const { unmount } = open(BLANKS);
  await user.type(screen.getByRole('textbox', { name: '第 1 空' }), '6');
  await waitFor(async () =>
    expect((await readerDatabase().drafts.toArray()).map(({ body }) => body)).toEqual(['{"response":"{\\"BLANK1\\":[\\"6\\"]}"}']),
  );
  unmount();
  open(BLANKS);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: '第 1 空' }).value).toBe('6'));
});

test('the reader compares an answer in their own words with that of the book', async () => {
  const user = userEvent.setup();
  const { container, unmount } = open(GENERAL);
  await user.click(screen.getByRole('button', { name: '对照参考答案' }));
  expect(screen.getByRole('status').textContent).toContain('请先作答');
  await user.type(screen.getByRole('textbox', { name: '您的答案' }), '把代码变成动作');
  await user.click(screen.getByRole('button', { name: '对照参考答案' }));
  expect(screen.getByText('逐句执行代码。')).toBeTruthy();
  expect(await accessibilityViolations(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '还没掌握' }));
  await waitFor(async () => expect(await storedAnswer(GENERAL)).toMatchObject({ verdict: 'wrong', isSelfAssessed: true }));
  unmount();
  open(GENERAL);
  expect(await screen.findByText(/没有做对；共做 1 次/)).toBeTruthy();
});

test('a number with a unit that the book does not give is left to the reader', async () => {
  const user = userEvent.setup();
  const item = { ...BLANKS, question: [paragraph('共 ____')], answer: ['25'] };
  open(item);
  await user.type(screen.getByRole('textbox', { name: '填空' }), '25 分钟{Enter}');
  expect(screen.getByRole('status').textContent).toContain('无法自动判断');
  await user.click(screen.getByRole('button', { name: '做对了' }));
  await waitFor(async () => expect(await storedAnswer(item)).toMatchObject({ verdict: 'correct', isSelfAssessed: true }));
});
