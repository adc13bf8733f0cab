import { expect, it } from 'vitest';
import { longestFirst } from './longest-first.ts';

const order = (...names: string[]): string[] =>
  longestFirst(names.map((name) => ({ moduleId: `/project/${name}` }))).map(({ moduleId }) => moduleId);

it('long journeys start first and the other files keep their order', () => {
  expect(order('e2e/src/cards.test.ts', 'e2e/src/admin-pages.test.ts', 'e2e/src/bundles.test.ts', 'e2e/src/reader-pages.test.ts')).toEqual([
    '/project/e2e/src/reader-pages.test.ts',
    '/project/e2e/src/admin-pages.test.ts',
    '/project/e2e/src/cards.test.ts',
    '/project/e2e/src/bundles.test.ts',
  ]);
});

it('a file of the same name in another folder is not a journey', () => {
  expect(order('a/cards.test.ts', 'apps/web/src/app/reader-pages.test.ts')).toEqual([
    '/project/a/cards.test.ts',
    '/project/apps/web/src/app/reader-pages.test.ts',
  ]);
});
