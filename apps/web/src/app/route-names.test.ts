import type { RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { routePaths } from './route-names.ts';
import { routes } from './routes.tsx';
import type { RouteHandle } from './shell/route-handle.ts';

const all = (list: readonly RouteObject[]): RouteObject[] => list.flatMap((route) => [route, ...all(route.children ?? [])]);

describe('the named routes of the specification', () => {
  it.each(Object.entries(routePaths))('have the expected path: %s is %s', (name, path) => {
    expect(all(routes).find(({ id }) => id === name)?.path).toBe(path);
  });
});

describe('the screens with keepAlive', () => {
  it('are only those of the specification: the book list keeps its state, the book page is always mounted again', () => {
    const keepAlive = all(routes).filter(({ handle }) => (handle as RouteHandle | undefined)?.keepAlive === true);
    expect(keepAlive.map(({ path }) => path)).toEqual(['/book/list']);
  });
});
