/** Checks that each point and attack that `docs/security.md` lists for the desktop client has a test with its id. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const sources = path.resolve(import.meta.dirname, '..');
const document = readFileSync(path.resolve(sources, '../../../docs/security.md'), 'utf8');
const idsIn = (text: string): string[] => Array.from(text.matchAll(/[DU]\d+/g), ([id]) => id);
/** The ids with which the names of tests begin. */
const tested = new Set(
  globSync('**/*.test.ts', { cwd: sources })
    .map((file) => readFileSync(path.join(sources, file), 'utf8'))
    .flatMap((text) => Array.from(text.matchAll(/'([DU]\d+(?:, [DU]\d+)*)(?=[:'])/g), ([, ids = '']) => idsIn(ids)).flat()),
);

it.each([
  ['points of the checklist of Electron, and books and links', 'D', 22],
  ['attacks on the update', 'U', 45],
])('%s: each id has a test', (_name, letter, count) => {
  const rows = Array.from(document.matchAll(/^\| ([DU]\d+(?:, [DU]\d+)*) \|/gm), ([, ids = '']) => idsIn(ids)).flat();
  const listed = rows.filter((id) => id.startsWith(letter));
  expect(listed).toHaveLength(count);
  expect(listed.filter((id) => !tested.has(id))).toEqual([]);
});
