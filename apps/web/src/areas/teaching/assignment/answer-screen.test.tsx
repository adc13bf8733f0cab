/** Tests the page that answers: states of each answer, failures of the network and of the session, the end of the time, and the hand-in. */
import 'fake-indexeddb/auto';
import {
  type AttemptReceipt,
  getPaper,
  type OutputOf,
  type RunningAttempt,
  type SentAnswer,
  saveAnswers,
  startAttempt,
  submitAttempt,
} from '@shufang/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markReachable, markUnreachable } from '../../../platform/api/connection.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { endSession } from '../../../platform/session/session.ts';
import { answerDatabase } from '../../../platform/storage/attempt-database.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as AnswerScreen } from './answer-screen.tsx';

const ATTEMPT = '1'.repeat(26);
const ASSIGNMENT = '2'.repeat(26);
const SAVED_AT = new Date(2026, 10, 29, 10, 32, 5).getTime();

const choice = (id: string): OutputOf<typeof getPaper>['items'][number] => ({
  id,
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p', children: [`题 ${id}`] },
      { name: 'slot', attributes: { interaction: 'RESPONSE' } },
    ],
    interactions: {
      RESPONSE: {
        type: 'choice',
        options: [
          { id: 'O1', content: ['孔子弟子'] },
          { id: 'O2', content: ['孟子'] },
        ],
        maximumChoices: 1,
        isShuffled: false,
      },
    },
  },
});

const attempt = (more: Partial<RunningAttempt> = {}): RunningAttempt => ({
  id: ATTEMPT,
  assignmentId: ASSIGNMENT,
  no: 1,
  seed: '0123456789abcdeffedcba9876543210',
  rngVersion: 1,
  isShuffled: false,
  startedAt: 0,
  clock: { now: 0, deadlineAt: null, state: 'running' },
  answers: [],
  ...more,
});

const receipt: AttemptReceipt = {
  code: `${ATTEMPT}.${'x'.repeat(43)}`,
  finishedAt: SAVED_AT,
  closedBy: 'student',
  answered: 1,
  questions: 2,
  events: 1,
  digest: 'a'.repeat(64),
};

const SECTION = { id: 'all', title: '一、选择题', instructions: '单选', keepsOrder: false, questionIds: ['q1', 'q2'] };

/** Calls that succeed; answers are acknowledged as `saved`. */
const working = (more: Partial<RunningAttempt> = {}) => {
  const stub: { asked: { name: string; fields: Record<string, unknown> }[] } = { asked: [] };
  const answersOf = (): readonly SentAnswer[] => (stub.asked.at(-1)?.fields['answers'] ?? []) as readonly SentAnswer[];
  const receipts = () => answersOf().map(({ questionId, seq }) => ({ questionId, seq, status: 'saved' as const, savedAt: SAVED_AT }));
  Object.assign(
    stub,
    stubCalls(
      succeed(startAttempt, attempt(more)),
      succeed(getPaper, {
        kind: 'quiz',
        title: '第一次测验',
        instructions: '独立完成',
        items: [choice('q1'), choice('q2')],
        sections: [SECTION],
      }),
      [saveAnswers.path, () => ({ payload: { receipts: receipts(), clock: attempt(more).clock } })],
      [submitAttempt.path, () => ({ payload: { receipts: receipts(), receipt } })],
    ),
  );
  return stub;
};

beforeEach(async () => {
  signInHere();
  markReachable();
  await answerDatabase().answers.clear();
  await answerDatabase().attempts.clear();
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const open = () =>
  renderInApp(
    <Routes>
      <Route path="/assignment/:id/answer" element={<AnswerScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    `/assignment/${ASSIGNMENT}/answer`,
  );
const question = async (no: number) => within(await screen.findByRole('region', { name: text.question(no) }));

it('an answer is stored on the device, sent, and shown as saved with the time of the server', async () => {
  const stub = working();
  open();
  const first = await question(1);
  await userEvent.click(first.getByRole('radio', { name: /孔子弟子/ }));
  expect(await first.findByText(text.saved(1, SAVED_AT), {}, { timeout: 5000 })).toBeVisible();
  expect(screen.getByText(text.allSaved)).toBeVisible();
  const sent = stub.asked.filter(({ name, fields }) => name === saveAnswers.path && (fields['answers'] as unknown[]).length > 0);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.fields['answers']).toMatchObject([{ questionId: 'q1', seq: 1, response: { RESPONSE: ['O1'] } }]);
  expect(screen.getByRole('link', { name: text.questionState(1, true) })).toBeVisible();
  expect(screen.getByRole('link', { name: text.questionState(2, false) })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

it('without a network the answer is on the device; it is sent when the network is back, and survives a reload', async () => {
  working();
  const page = open();
  await question(1);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await userEvent.click((await question(1)).getByRole('radio', { name: /孟子/ }));
  expect(await screen.findByText(text.onDevice(1))).toBeVisible();
  expect(await screen.findByText(text.offline, {}, { timeout: 5000 })).toBeVisible();
  page.unmount();
  // The page opens again without a network, from what the device has.
  open();
  const again = (await question(1)).getByRole('radio', { name: /孟子/ });
  await waitFor(() => expect(again).toBeChecked());
  const stub = working();
  act(() => {
    markUnreachable();
    markReachable();
  });
  expect(await screen.findByText(text.saved(1, SAVED_AT), {}, { timeout: 8000 })).toBeVisible();
  expect(stub.asked.some(({ fields }) => JSON.stringify(fields).includes('O2'))).toBe(true);
});

it('a session that ended keeps the answers and says so', async () => {
  working();
  open();
  await question(1);
  stubCalls(refuse(saveAnswers, 'requestLogin', '请先登录'));
  await userEvent.click((await question(1)).getByRole('radio', { name: /孟子/ }));
  expect(await screen.findByText(text.signedOutHere, {}, { timeout: 5000 })).toBeVisible();
  await waitFor(async () => expect(await answerDatabase().answers.where({ attemptId: ATTEMPT }).count()).toBe(1));
  expect(await answerDatabase().answers.toArray()).toMatchObject([{ state: 'waiting', response: { RESPONSE: ['O2'] } }]);
});

it('the hand-in names what is missing, and shows the receipt', async () => {
  working();
  open();
  await userEvent.click((await question(2)).getByRole('radio', { name: /孔子弟子/ }));
  const [button] = await screen.findAllByRole('button', { name: text.handIn });
  await userEvent.click(button as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: text.handInTitle }));
  expect(dialog.getByText(text.handInSummary(1, 2))).toBeVisible();
  expect(dialog.getByText(`${text.handInMissing}${text.question(1)}`)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: text.handInConfirm }));
  expect(await screen.findByRole('heading', { name: text.handedInTitle })).toBeVisible();
  expect(screen.getByText(receipt.code)).toBeVisible();
  expect(await answerDatabase().answers.count()).toBe(0);
  expect(await accessibilityViolations()).toEqual([]);
});

it('a hand-in that fails leaves everything on the device, and can be tried again', async () => {
  working();
  open();
  await userEvent.click((await question(1)).getByRole('radio', { name: /孟子/ }));
  await userEvent.click((await screen.findAllByRole('button', { name: text.handIn }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: text.handInTitle }));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await userEvent.click(dialog.getByRole('button', { name: text.handInConfirm }));
  expect(await dialog.findByText(text.handInFailed)).toBeVisible();
  expect(await answerDatabase().answers.count()).toBe(1);
  working();
  await userEvent.click(dialog.getByRole('button', { name: text.handInConfirm }));
  expect(await screen.findByText(receipt.code)).toBeVisible();
});

it('when the time is over the page gets the receipt of the server by itself', async () => {
  working({ clock: { now: 1000, deadlineAt: 1000, state: 'running' } });
  open();
  expect(await screen.findByText(receipt.code, {}, { timeout: 5000 })).toBeVisible();
});

it('an attempt that cannot start says why', async () => {
  stubCalls(refuse(startAttempt, 'assignment.notOpen', '还没有到开始的时间'));
  open();
  expect(await screen.findByText('还没有到开始的时间')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
