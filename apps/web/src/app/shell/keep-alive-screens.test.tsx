/**
 * Tests that a screen with `keepAlive` keeps its state and location while another screen is visible, and runs no effects during that time.
 */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { KeepAliveScreens, useFocusMemory } from './keep-alive-screens.tsx';

/** URLs with which each screen was rendered, and names of the effects that are running. */
let rendered: string[];
let running: Set<string>;
let focused: [string, string][];
let focusMemory: ReturnType<typeof useFocusMemory>;
beforeEach(() => {
  rendered = [];
  running = new Set();
  focused = [];
});

const Page = ({ name }: { name: string }) => {
  const { pathname, search } = useLocation();
  const [choice, setChoice] = useState('');
  rendered.push(`${name} ${pathname}${search}`);
  useEffect(() => {
    running.add(name);
    return () => void running.delete(name);
  }, [name]);
  return (
    <section aria-label={name}>
      <p>
        {name} at {pathname + search}
      </p>
      <label>
        {name} choice <input value={choice} onChange={({ target }) => setChoice(target.value)} />
      </label>
    </section>
  );
};

const KEEP_ALIVE = /^\/kept/;
const Shell = () => {
  const { pathname } = useLocation();
  const focus = useFocusMemory();
  useEffect(() => {
    focusMemory = focus;
  }, [focus]);
  return (
    <KeepAliveScreens
      pathname={pathname}
      keepAlive={KEEP_ALIVE.test(pathname)}
      onFocus={(at, element) => {
        focused.push([at, element.tagName]);
        focus.remember(at, element);
      }}
    />
  );
};

const open = () => {
  const router = createMemoryRouter(
    [
      {
        Component: Shell,
        children: [
          ...['kept', 'kept2', 'kept3', 'kept4', 'kept5', 'kept6'].map((name) => ({ path: `/${name}`, element: <Page name={name} /> })),
          { path: '/other', element: <Page name="other" /> },
        ],
      },
    ],
    { initialEntries: ['/kept?page=1'] },
  );
  render(<RouterProvider router={router} />);
  return { go: (address: string) => act(() => router.navigate(address)) };
};
const field = (name: string): HTMLInputElement => screen.getByLabelText(`${name} choice`);

it('a screen with keepAlive keeps its input while hidden, and its effects stop', async () => {
  const { go } = open();
  await userEvent.type(field('kept'), '论语');
  await go('/other?page=2');
  expect(screen.getByText('other at /other?page=2')).toBeVisible();
  expect(field('kept')).not.toBeVisible();
  expect([...running]).toEqual(['other']);
  await go('/kept?page=1');
  expect(field('kept')).toBeVisible();
  expect(field('kept')).toHaveValue('论语');
  expect([...running]).toEqual(['kept']);
});

it('a hidden screen keeps its own URL and does not follow that of the visible screen', async () => {
  const { go } = open();
  await go('/other?page=2');
  await go('/other?page=3');
  await go('/kept2');
  await go('/kept?page=4');
  expect(new Set(rendered.filter((line) => line.startsWith('kept ')))).toEqual(new Set(['kept /kept?page=1', 'kept /kept?page=4']));
  expect(screen.getByText('kept at /kept?page=4')).toBeVisible();
  expect(screen.getByText('kept2 at /kept2')).not.toBeVisible();
});

it('a screen with keepAlive is rendered once for all queries, other screens are remounted', async () => {
  const { go } = open();
  await go('/kept?page=2');
  await userEvent.type(field('kept'), '甲');
  await go('/kept?page=3');
  expect(field('kept')).toHaveValue('甲');
  await go('/other');
  await userEvent.type(field('other'), '乙');
  await go('/kept?page=3');
  await go('/other');
  expect(field('other')).toHaveValue('');
});

it('only five screens are kept alive, the least recently shown one is dropped', async () => {
  const { go } = open();
  await userEvent.type(field('kept'), '甲');
  for (const address of ['/kept2', '/kept3', '/kept4', '/kept5']) await go(address);
  expect(field('kept')).toHaveValue('甲');
  await go('/kept6');
  await go('/other');
  expect(screen.queryByLabelText('kept choice')).toBeNull();
  expect(field('kept2')).not.toBeVisible();
});

it('the focus of a screen is remembered and restored while its element is in the page', async () => {
  const { go } = open();
  await userEvent.click(field('kept'));
  expect(focused).toEqual([['/kept', 'INPUT']]);
  await go('/other');
  await go('/kept?page=1');
  document.body.focus();
  expect(focusMemory.restore('/kept')).toBe(true);
  expect(field('kept')).toHaveFocus();
  expect(focusMemory.restore('/none')).toBe(false);
  field('kept').remove();
  expect(focusMemory.restore('/kept')).toBe(false);
});
