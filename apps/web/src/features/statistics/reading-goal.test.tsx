/** Tests setting a reading goal and switching its notices off. */
import { getReadingPlan, setReadingPlan } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { ReadingGoal } from './reading-goal.tsx';

afterEach(() => vi.unstubAllGlobals());

const read = { todaySeconds: 480, weekDays: 2 };

it('a goal of minutes shows what was read today, and another amount is saved', async () => {
  const goal = { kind: 'minutes', amount: 25 } as const;
  const server = stubCalls(
    succeed(getReadingPlan, { goal, hasNotices: true, ...read }),
    succeed(setReadingPlan, { goal: { kind: 'minutes', amount: 5 }, hasNotices: true }),
  );
  const { container } = renderInApp(<ReadingGoal owner="u1" />);
  expect(await screen.findByText('今天读了 8 分钟，目标 25 分钟')).toBeVisible();
  expect(await accessibilityViolations(container)).toEqual([]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '每天' }), '5');
  expect(server.asked.at(-1)?.fields).toEqual({ goal: { kind: 'minutes', amount: 5 }, hasNotices: true });
  expect(await screen.findByText('今天读了 8 分钟，到了目标')).toBeVisible();
});

it('without a goal one can be chosen, and one checkbox stops reminders and summaries', async () => {
  const server = stubCalls(
    succeed(getReadingPlan, { goal: null, hasNotices: true, ...read }),
    succeed(setReadingPlan, { goal: { kind: 'days', amount: 3 }, hasNotices: true }),
  );
  renderInApp(<ReadingGoal owner="u1" />);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: '目标' }), 'days');
  expect(server.asked.at(-1)?.fields).toEqual({ goal: { kind: 'days', amount: 3 }, hasNotices: true });
  expect(await screen.findByText('这周读了 2 天，目标 3 天')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: '用站内消息提醒我，并发上周小结' }));
  expect(server.asked.at(-1)?.fields).toMatchObject({ hasNotices: false });
});

it('offers to load again after a failure', async () => {
  stubCalls(refuse(getReadingPlan, 'unavailable', '暂时不可用'));
  renderInApp(<ReadingGoal owner="u1" />);
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
});
