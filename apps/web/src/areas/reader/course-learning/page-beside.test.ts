import { defaultReadingPreferences } from '@shufang/contract';
import { expect, test } from 'vitest';
import { pageBesidePanel } from './page-beside.ts';

const page = { width: 1312, height: 768 };
const open = {
  side: 'left',
  screen: { width: 1440, height: 860 },
  page,
  preferences: defaultReadingPreferences,
  isFixedLayout: false,
  isVertical: false,
} as const;

test('a page of two columns becomes the one at the other side of a panel, in its place', () => {
  expect(pageBesidePanel(open)).toEqual({ beside: 'left', style: { '--page-width': '656px', '--page-align': 'end' } });
  expect(pageBesidePanel({ ...open, side: 'right' })).toEqual({
    beside: 'right',
    style: { '--page-width': '656px', '--page-align': 'start' },
  });
});

test('a page of one column lies beside a panel, as near as possible to its place', () => {
  const one = { ...open, preferences: { ...defaultReadingPreferences, columnCount: '1' } } as const;
  expect(pageBesidePanel({ ...one, side: 'right' }).style).toMatchObject({ '--page-align': 'end' });
  expect(pageBesidePanel(one).style).toMatchObject({ '--page-align': 'start' });
});

test('a panel is over the page where the lines would become shorter, in a narrow window, and if none is open', () => {
  const isOver = { beside: undefined, style: undefined };
  expect(pageBesidePanel({ ...open, preferences: { ...defaultReadingPreferences, columnCount: '2' } })).toEqual(isOver);
  expect(pageBesidePanel({ ...open, screen: { width: 1024, height: 728 } })).toEqual(isOver);
  expect(pageBesidePanel({ ...open, side: undefined })).toEqual(isOver);
});

test('vertical text and pages of a fixed size use the whole space beside the panel', () => {
  expect(pageBesidePanel({ ...open, isVertical: true })).toEqual({
    beside: 'left',
    style: { '--page-width': '932px', '--page-align': 'start' },
  });
  expect(pageBesidePanel({ ...open, isFixedLayout: true })).toEqual({ beside: 'left', style: undefined });
});
