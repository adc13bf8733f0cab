/** Checks that `docs/configuration.md` has a row for every setting and no other rows. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SETTING_NAMES } from './config.ts';

const manual = readFileSync(path.join(import.meta.dirname, '../../../../docs/configuration.md'), 'utf8');
/** Returns the first cell of each row of the tables. */
const named = [...manual.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
);

it('every setting has its row', () => {
  expect(SETTING_NAMES.length).toBeGreaterThan(60);
  expect(SETTING_NAMES.filter((name) => !named.includes(name))).toEqual([]);
});

it('every row describes one setting, once', () => {
  expect(named.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
});
