/** Tests which chapters of classes wait for the user, and how they are marked. */
import { listPlannedChapters, type PlannedChapter } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { classPlanText as text } from '../../platform/messages/zh-cn/class-plan.ts';
import { endSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { ClassTasks } from './class-tasks.tsx';
import { planLabel, waitingChapters } from './plan-label.ts';

const NOW = 1_000_000;
const one = (plan: Partial<PlannedChapter['plan']>, more: Partial<PlannedChapter> = {}): PlannedChapter => ({
  classId: '1'.repeat(26),
  className: '文学 1 班',
  bookId: '2'.repeat(26),
  bookTitle: '论语',
  href: 'text/a.xhtml',
  title: '学而',
  plan: { isRequired: true, isHidden: false, ...plan },
  isDone: false,
  ...more,
});

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it.each([
  ['is due', one({ dueAt: NOW + 1 }), text.due(NOW + 1)],
  ['is overdue', one({ dueAt: NOW - 1 }), text.overdue(NOW - 1)],
  ['has not opened', one({ opensAt: NOW + 1, dueAt: NOW + 2 }), text.opens(NOW + 1)],
  ['is required without a time', one({}), text.required],
  ['is planned without a time and not required', one({ isRequired: false }), undefined],
  ['was read', one({ dueAt: NOW + 1 }, { isDone: true }), undefined],
])('a chapter that %s is marked so', (_, chapter, mark) => expect(planLabel(chapter, NOW)).toBe(mark));

it('chapters wait for the user that have opened, are required or have a due time, and were not read', () => {
  const [due, optional] = [one({ isRequired: false, dueAt: NOW + 1 }), one({ isRequired: false })];
  const waiting = [one({}), due];
  expect(waitingChapters([...waiting, optional, one({ opensAt: NOW + 1 }), one({}, { isDone: true })], NOW)).toEqual(waiting);
});

it('each chapter that waits leads to its text, and without one nothing is shown', async () => {
  stubCalls(succeed(listPlannedChapters, { items: [one({})] }));
  const { unmount } = renderInApp(<ClassTasks userId="u" />);
  const link = await screen.findByRole('link', { name: '学而' });
  expect(link).toHaveAttribute('href', `/course/learning/${'2'.repeat(26)}?href=text%2Fa.xhtml`);
  expect(await accessibilityViolations()).toEqual([]);
  unmount();
  const { asked } = stubCalls(succeed(listPlannedChapters, { items: [] }));
  renderInApp(<ClassTasks userId="v" />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});
