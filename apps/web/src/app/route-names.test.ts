import type { RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { routePaths } from './route-names.ts';
import { routes } from './routes.tsx';

const all = (list: readonly RouteObject[]): RouteObject[] => list.flatMap((route) => [route, ...all(route.children ?? [])]);

describe('the named routes of the specification', () => {
  it.each(Object.entries(routePaths))('%s is %s', (name, path) => {
    expect(all(routes).find(({ id }) => id === name)?.path).toBe(path);
  });
});
