import { defaultReadingPreferences } from '@shufang/contract';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePaper } from './use-paper.ts';

beforeEach(() => {
  document.head.innerHTML = '<meta name="theme-color" content="#faf8f3">';
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});
afterEach(() => vi.unstubAllGlobals());
const color = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content;

it("the browser's own bar has the color of the paper while a book is open", () => {
  const { rerender, unmount } = renderHook(({ paper }) => usePaper({ ...defaultReadingPreferences, paper }), {
    initialProps: { paper: 'night' as 'night' | 'cream' },
  });
  expect([color(), document.documentElement.dataset['paper']]).toEqual(['#1c1b19', 'night']);
  rerender({ paper: 'cream' });
  expect(color()).toBe('#f8f2e2');
  unmount();
  expect([color(), document.documentElement.dataset['paper']]).toEqual(['#faf8f3', undefined]);
});
