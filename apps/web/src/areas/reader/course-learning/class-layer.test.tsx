/** Tests the class layer of the reader: what is drawn, the panel with replies, and asking about a passage. */
import { listThreads, publishThread, replyToThread, type Thread } from '@shufang/contract';
import type { Navigator } from '@shufang/reading-engine';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LAYER_TOOLS_ID } from '../../../features/reading/reader-bars.tsx';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { discussionText as text } from '../../../platform/messages/zh-cn/discussion.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { serveEmpty } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { succeed } from '../../../testing/stub-calls.ts';
import { ClassLayer, type ClassLayerProps } from './class-layer.tsx';

const CLASS = '1'.repeat(26);
const BOOK = '2'.repeat(26);
const VERSION = '3'.repeat(26);
const GROUP = { id: CLASS, name: '文学 1 班', isTeacher: false, mayModerate: false, isActive: true };
const target: Thread['target'] = {
  href: 'a.xhtml',
  blocks: { start: { blockId: 'b1', offset: 0 }, end: { blockId: 'b1', offset: 4 } },
  quote: { exact: '学而时习', prefix: '子曰：', suffix: '之' },
  position: { start: 3, end: 7 },
  cfi: 'epubcfi(/6/2!/4/2,/1:3,/1:7)',
};
const THREAD: Thread = {
  id: '4'.repeat(26),
  classId: CLASS,
  bookId: BOOK,
  kind: 'question',
  versionId: VERSION,
  target,
  chapterTitle: '学而',
  totalProgression: 0.1,
  author: '',
  isTeacher: false,
  isAnonymous: true,
  isOwn: false,
  body: '“时”是什么意思？',
  at: 0,
  replies: [],
  mayAccept: false,
};

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const openLayer = (annotations: Partial<ClassLayerProps['annotations']> = {}) => {
  const setDecorations = vi.fn(async () => undefined);
  const onJump = vi.fn();
  const setHasClass = vi.fn();
  const stopAsking = vi.fn();
  renderInApp(
    <>
      <div id={LAYER_TOOLS_ID} />
      <ClassLayer
        opened={{ book: { id: BOOK } } as OpenedBook}
        navigator={{ setDecorations } as unknown as Navigator}
        annotations={{ setHasClass, openThread: vi.fn(), stopAsking, ...annotations } as unknown as ClassLayerProps['annotations']}
        onJump={onJump}
      />
    </>,
  );
  return { setDecorations, onJump, setHasClass, stopAsking };
};

it('draws the threads, lists them by chapter, opens their passage, and can be switched off', async () => {
  serveEmpty(succeed(listThreads, { classes: [GROUP], items: [THREAD] }));
  const { setDecorations, onJump, setHasClass } = openLayer();
  const button = await screen.findByRole('button', { name: text.openLabel(1) });
  expect(button.parentElement).toHaveAttribute('id', LAYER_TOOLS_ID);
  await userEvent.click(button);
  const panel = within(screen.getByRole('dialog', { name: text.panel }));
  expect(panel.getByRole('heading', { name: '学而' })).toBeVisible();
  expect(panel.getByText(text.unanswered)).toBeVisible();
  expect(panel.getByText(new RegExp(text.byAnonymous))).toBeVisible();
  expect(panel.queryByRole('button', { name: text.hideOf(THREAD.body) })).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(panel.getByRole('button', { name: '学而时习' }));
  expect(onJump).toHaveBeenCalledWith({ href: 'a.xhtml', locations: { block: target.blocks.start } });
  expect(setHasClass).toHaveBeenLastCalledWith(true);
  expect(setDecorations).toHaveBeenLastCalledWith('class', [expect.objectContaining({ id: THREAD.id, target })]);
  await userEvent.click(panel.getByLabelText(text.isShown));
  expect(setDecorations).toHaveBeenLastCalledWith('class', []);
});

it('a reply that fails stays in the form, and is sent with the same id again', async () => {
  const { asked } = serveEmpty(succeed(listThreads, { classes: [GROUP], items: [THREAD] }), [
    replyToThread.path,
    () => {
      if (asked.filter(({ name }) => name === replyToThread.path).length === 1) throw new TypeError('network');
      return { payload: THREAD };
    },
  ]);
  openLayer({ openedThreadId: THREAD.id });
  const form = within(await screen.findByRole('form', { name: text.replyTo('学而时习') }));
  await userEvent.click(form.getByRole('button', { name: text.reply }));
  expect(form.getByLabelText(text.reply)).toHaveAccessibleDescription(text.replyNeeded);
  await userEvent.type(form.getByLabelText(text.reply), '按时');
  await userEvent.click(form.getByLabelText(text.anonymous));
  await userEvent.click(form.getByRole('button', { name: text.reply }));
  await waitFor(() => expect(asked.filter(({ name }) => name === replyToThread.path)).toHaveLength(1));
  expect(form.getByLabelText(text.reply)).toHaveValue('按时');
  await waitFor(() => expect(form.getByRole('button', { name: text.reply })).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(form.getByRole('button', { name: text.reply, hidden: true }));
  await waitFor(() => expect(form.getByLabelText(text.reply)).toHaveValue(''));
  const sent = asked.filter(({ name }) => name === replyToThread.path).map(({ fields }) => fields);
  expect(sent[0]).toMatchObject({ threadId: THREAD.id, body: '按时', isAnonymous: true });
  expect(sent[1]).toEqual(sent[0]);
});

it('a teacher shares the selected passage without a remark; a question needs a text', async () => {
  const teacher = { ...GROUP, isTeacher: true, mayModerate: true };
  const { asked } = serveEmpty(succeed(listThreads, { classes: [teacher], items: [] }), succeed(publishThread, THREAD));
  const passage = { versionId: VERSION, target, chapterTitle: '学而', totalProgression: 0.1 };
  const { stopAsking } = openLayer({ asking: passage });
  const dialog = within(await screen.findByRole('dialog', { name: text.shareOrAsk }));
  await userEvent.selectOptions(dialog.getByLabelText(text.kind), text.kinds.question);
  await userEvent.click(dialog.getByRole('button', { name: text.send }));
  expect(dialog.getByLabelText(text.body)).toHaveAccessibleDescription(text.bodyNeeded);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.selectOptions(dialog.getByLabelText(text.kind), text.kinds.highlight);
  await userEvent.click(dialog.getByRole('button', { name: text.send }));
  await waitFor(() => expect(stopAsking).toHaveBeenCalled());
  expect(asked.find(({ name }) => name === publishThread.path)?.fields).toMatchObject({
    ...passage,
    classId: CLASS,
    kind: 'highlight',
    body: '',
  });
});

it('readers without a class for the book see nothing', async () => {
  serveEmpty(succeed(listThreads, { classes: [], items: [] }));
  const { setHasClass } = openLayer();
  await waitFor(() => expect(setHasClass).toHaveBeenCalledWith(false));
  expect(screen.queryByRole('button', { name: text.openLabel(0) })).toBeNull();
});
