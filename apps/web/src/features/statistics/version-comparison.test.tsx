/** Tests the comparison of two versions on the page of a book's contributors. */
import { getAuthorStatistics, type OutputOf } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { VersionComparison } from './version-comparison.tsx';

const BOOK = '0'.repeat(26);
const VERSIONS = [
  { id: '2'.repeat(26), no: 2 },
  { id: '1'.repeat(26), no: 1 },
];

const found: OutputOf<typeof getAuthorStatistics> = {
  title: '论语选读',
  isSimulated: false,
  royaltyDueFen: 0,
  versions: VERSIONS,
  statistics: {
    from: '2026-09-07',
    to: '2026-11-29',
    weeks: [],
    computedAt: 0,
    readers: 35,
    practicePercent: 60,
    days: [],
    chapters: [{ href: 'a', title: '学而', readers: 30, donePercent: 40, medianMinutes: 9, expectedMinutes: 8, weekReaders: [] }],
    highlighted: [],
    questions: [],
    institutions: [],
  },
};

beforeEach(() => signInHere());

const open = (versions = VERSIONS) => renderInApp(<VersionComparison bookId={BOOK} period="term" versions={versions} />);

it('shows the numbers of the last two versions side by side, with their chapters and hidden numbers', async () => {
  const calls = stubCalls(succeed(getAuthorStatistics, found));
  const { container } = open();
  const table = within(await screen.findByRole('table', { name: '版本对照' }));
  expect(table.getByRole('row', { name: '读者 35 人 35 人 0 人' })).toBeVisible();
  expect(table.getByRole('row', { name: '人均分钟（中位数） 人太少 人太少 —' })).toBeVisible();
  expect(table.getByRole('row', { name: '练习正确率 60% 60% 0 个百分点' })).toBeVisible();
  expect(screen.getByRole('figure', { name: '每章的完成率：两版对照' })).toBeVisible();
  expect(calls.asked.map(({ fields }) => [fields['versionId'], fields['period']])).toEqual([
    [VERSIONS[1]?.id, 'term'],
    [VERSIONS[0]?.id, 'term'],
  ]);
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('asks for two different versions, and says when there is only one', async () => {
  stubCalls(succeed(getAuthorStatistics, found));
  const view = open();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '左边' }), VERSIONS[0]?.id ?? '');
  expect(screen.getByRole('status')).toHaveTextContent('左右是同一版');
  view.unmount();
  open(VERSIONS.slice(0, 1));
  expect(screen.getByText(/只发布过一个版本/)).toBeVisible();
});

it('offers to load again after a failure', async () => {
  stubCalls(refuse(getAuthorStatistics, 'unavailable', '暂时不可用'));
  open();
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
});
