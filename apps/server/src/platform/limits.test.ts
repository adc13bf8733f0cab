/** `docs/limits.md` tells of every limit, with the number the code has. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LIMITS } from '@shufang/contract';
import { expect, test } from 'vitest';

const sources = path.resolve(import.meta.dirname, '..');
const rows = readFileSync(path.resolve(sources, '../../../docs/limits.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

const DURATIONS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;
const SIZES = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
  ['B', 1],
] as const;

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });
/** In the largest unit that leaves no rest. */
const shown = (name: string, value: number): string => {
  const units = name.endsWith('Ms') ? DURATIONS : name.includes('Bytes') ? SIZES : undefined;
  const [unit, size] = units?.find(([, of]) => value % of === 0) ?? ['', 1];
  return `${grouped.format(value / size)} ${unit}`.trim();
};

test('what client and server share stands there, all of it and nothing else', () => {
  const told = rows.filter((row) => row.length === 3).map(([name, value]) => `${name}: ${value}`);
  expect(told.toSorted()).toEqual(
    Object.entries(LIMITS)
      .map(([name, value]) => `${name}: ${shown(name, value)}`)
      .toSorted(),
  );
});

const OF_SERVER = rows.filter((row) => row.length === 4);
test.each(OF_SERVER)('%s has %s as it is told', (file = '', name = '', value = '') => {
  const code = readFileSync(path.join(sources, file), 'utf8');
  const written = new RegExp(`^(?:export )?const ${name} = ([^;]+);|^ *${name}: .*\\.default\\(([^)]+)\\)`, 'm').exec(code);
  expect(written?.[1] ?? written?.[2]).toBe(value);
});

test('the limits of the server are told of', () => {
  expect(OF_SERVER.length).toBeGreaterThan(25);
});
