import { type BookVersionRecord, countVersionNotes, getBookChanges, newId } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminVersionNotes } from './admin-version-notes.tsx';

const BOOK = newId();
const version = (no: number): BookVersionRecord => ({ no, releasedAt: Date.UTC(2026, 10, no), note: '', chars: 100 });
const versions = succeed(getBookChanges, { versions: [version(3), version(2), version(1)] });

afterEach(() => vi.unstubAllGlobals());

it('each version has the numbers of notes that were anchored in it, and the newest one the progress', async () => {
  stubCalls(
    versions,
    succeed(countVersionNotes, {
      versions: [
        { no: 3, notes: { exact: 40, moved: 0, fuzzy: 0, orphan: 0 } },
        { no: 2, notes: { exact: 90, moved: 5, fuzzy: 4, orphan: 1 } },
      ],
      running: { no: 3, done: 40, remaining: 60 },
    }),
  );
  const { container } = renderInApp(<AdminVersionNotes bookId={BOOK} />);
  await screen.findByText('正在为读者的笔记重新定位：40 / 100');
  const items = screen.getAllByRole('listitem');
  expect(items).toHaveLength(3);
  const [third, second, first] = items as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(third).getByRole('status')).toBeInTheDocument();
  expect(within(second).getByText('读者的笔记：90 条仍在原处，5 条随文字移动，4 条文字有改动，1 条失去位置')).toBeInTheDocument();
  expect(within(first).queryByText(/读者的笔记/)).toBeNull();
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('the release notes can be edited when the numbers cannot be loaded', async () => {
  stubCalls(versions, refuse(countVersionNotes, 'internal', '系统有点忙'));
  renderInApp(<AdminVersionNotes bookId={BOOK} />);
  expect(await screen.findByText('读者笔记的统计没有加载出来')).toBeInTheDocument();
  expect(screen.getByLabelText('内容第 3 版的更新说明')).toBeEnabled();
});
