import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { endSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { LockedHitList } from './locked-hit-list.tsx';

const BOOK = '1'.repeat(26);
const chapter = (n: number, snippet = true) => ({
  href: `c${n}.xhtml`,
  title: `第${n}章`,
  hits: n,
  ...(snippet ? { snippet: { text: '前面的特征值后面的', matchRanges: [[3, 6]] as [number, number][] } } : {}),
});
afterEach(() => endSession());

it('each chapter is listed with its number of hits and highlighted matches, with links to sign in and to buy', async () => {
  const signInRequests = vi.fn();
  const end = onBroadcast('signInRequest', signInRequests);
  const { container } = renderInApp(
    <LockedHitList bookId={BOOK} found={{ chapters: [chapter(3), chapter(4, false)], hits: 7, previewsSpent: false }} />,
    '/',
  );
  const list = screen.getByRole('region', { name: '尚未开放的章节（2 章）' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toBe('第3章3 处…前面的特征值后面的…');
  expect(first?.querySelector('mark')?.textContent).toBe('特征值');
  expect(second?.textContent).toBe('第4章4 处');
  expect(within(list).getByText(/每本书每天最多预览 20 处/)).toBeInTheDocument();
  expect(within(list).getByRole('link', { name: '查看开通方式' })).toHaveAttribute(
    'href',
    expect.stringMatching(`^/course/info/${BOOK}`) as string,
  );
  await userEvent.click(within(list).getByRole('button', { name: '登录' }));
  expect(signInRequests).toHaveBeenCalledOnce();
  expect(await accessibilityViolations(container)).toEqual([]);
  end();
});

it('a message says that the daily previews are used up, and asks only anonymous users to sign in', () => {
  signInHere();
  renderInApp(<LockedHitList bookId={BOOK} found={{ chapters: [chapter(3, false)], hits: 3, previewsSpent: true }} />, '/');
  expect(screen.getByText(/今天的预览次数已用完/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '登录' })).toBeNull();
});
