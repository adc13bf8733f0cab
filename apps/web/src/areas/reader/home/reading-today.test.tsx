import { getMyReading, listContinueReading } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { ReadingToday, useReading } from './reading-today.tsx';
import { TodayPanels } from './today-panels.tsx';

const Today = () => {
  const reading = useReading();
  return reading === undefined ? null : <ReadingToday reading={reading} />;
};

afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('shows the three books read last, the cards of today and the reading time of this week', async () => {
  signInHere();
  const items = ['论语', '孟子', '大学', '中庸'].map((title, index) => ({
    book: {
      id: `01m7z75wr7m6wm3yd1n8g1tnb${index}`,
      title,
      authors: '',
      accessModel: 'free' as const,
      priceFen: 0,
      owned: false,
      right: 'free' as const,
      publishedAt: 0,
      chars: 1,
      categories: [],
    },
    locator: { href: 'a.xhtml', locations: { totalProgression: 0.5 } },
    readAt: 4 - index,
  }));
  const week = Array.from({ length: 7 }, (_, index) => ({ day: `2026-11-2${index}`, seconds: index === 0 ? 600 : 0 }));
  stubCalls(succeed(listContinueReading, { items }), succeed(getMyReading, { week, streakDays: 3, totalSeconds: 600, yearAgo: [] }));
  renderInApp(<Today />);
  const reading = await screen.findByRole('region', { name: '继续阅读' });
  expect((await within(reading).findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['论语', '孟子', '大学']),
  );
  expect(within(reading).queryByText('中庸')).toBeNull();
  expect(within(await screen.findByRole('region', { name: '今日复习' })).getByRole('link', { name: '看我的笔记' })).toBeVisible();
  expect(await within(screen.getByRole('region', { name: '本周阅读' })).findByText('已连续阅读 3 天')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});

it('shows no number of cards until it is read from the device', async () => {
  signInHere();
  stubCalls();
  renderInApp(<TodayPanels userId={'1'.repeat(26)} />);
  const panel = screen.getByRole('region', { name: '今日复习' });
  expect(within(panel).getByText('–')).toBeVisible();
  expect(await within(panel).findByText('0')).toBeVisible();
});
