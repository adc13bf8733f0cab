/** Tests the scroll position of the content area after each kind of navigation. */
import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { useContentScroll } from './use-content-scroll.ts';

/** Stand-in for the content area; it has `scrollTo`, which jsdom lacks. */
let area: HTMLElement;
beforeEach(() => {
  area = document.createElement('div');
  const scrollTo = ({ top = 0 }: ScrollToOptions): void => {
    area.scrollTop = top;
  };
  Object.defineProperty(area, 'scrollTo', { value: scrollTo });
});

/** Like the app shell, this component stays mounted for all views; the view `/alive` has `keepAlive`. */
const Shell = () => {
  useContentScroll(useRef(area), useLocation().pathname === '/alive');
  return null;
};
/** Number of pages opened in all tests: scroll positions are stored by history key, so each page needs a key of its own. */
let opened = 0;
const open = (start = '/one') => {
  opened += 1;
  const { pathname, search } = new URL(start, 'http://localhost');
  const router = createMemoryRouter([{ path: '*', Component: Shell }], { initialEntries: [{ pathname, search, key: `start ${opened}` }] });
  render(<RouterProvider router={router} />);
  return {
    go: (to: string | number) => act(() => router.navigate(to as string)),
    replace: (to: string) => act(() => router.navigate(to, { replace: true })),
  };
};
const scroll = (top: number): void => {
  area.scrollTop = top;
  area.dispatchEvent(new Event('scroll'));
};

it('a new view starts at the top', async () => {
  const { go } = open();
  scroll(500);
  await go('/two');
  expect(area.scrollTop).toBe(0);
});

it('back and forward restore the scroll position of a view', async () => {
  const { go } = open();
  scroll(500);
  await go('/two');
  scroll(70);
  await go(-1);
  expect(area.scrollTop).toBe(500);
  await go(1);
  expect(area.scrollTop).toBe(70);
});

it('a view opened again by a link starts at the top', async () => {
  const { go } = open();
  scroll(500);
  await go('/two');
  scroll(70);
  await go('/one');
  expect(area.scrollTop).toBe(0);
});

it('a change of the query keeps the scroll position', async () => {
  const { go, replace } = open();
  scroll(500);
  await go('/one?page=2');
  expect(area.scrollTop).toBe(500);
  await replace('/one?page=3');
  expect(area.scrollTop).toBe(500);
});

it('going back to a view that was not scrolled leads to the top', async () => {
  const { go } = open();
  await go('/two');
  scroll(70);
  await go(-1);
  expect(area.scrollTop).toBe(0);
});

it('a view with keepAlive has one scroll position per URL, restored by any navigation', async () => {
  const { go } = open('/alive?page=1');
  scroll(500);
  await go('/two');
  expect(area.scrollTop).toBe(0);
  await go('/alive?page=1');
  expect(area.scrollTop).toBe(500);
  await go('/two');
  await go('/alive?page=2');
  expect(area.scrollTop).toBe(0);
});

it('a scroll position belongs to its own view only', async () => {
  const { go } = open();
  scroll(500);
  await go('/two');
  await go('/three');
  scroll(90);
  await go(-1);
  expect(area.scrollTop).toBe(0);
  await go(-1);
  expect(area.scrollTop).toBe(500);
});

it('the scroll positions of the last fifty views are stored', async () => {
  const { go } = open('/0');
  scroll(500);
  for (let view = 1; view <= 49; view += 1) {
    await go(`/${view}`);
    scroll(10);
  }
  await go(-49);
  expect(area.scrollTop).toBe(500);
  await go(49);
  await go('/50');
  scroll(10);
  await go(-50);
  expect(area.scrollTop).toBe(0);
  await go(1);
  expect(area.scrollTop).toBe(10);
});
