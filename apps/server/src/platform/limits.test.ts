/**
 * Checks that `docs/limits.md` lists every limit with the number that the code declares, and the side that enforces it (server, client or
 * both).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
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
/** Formats a limit in the largest unit that divides it. */
const shown = (name: string, value: number): string => {
  const units = name.endsWith('Ms') ? DURATIONS : name.includes('Bytes') ? SIZES : undefined;
  const [unit, size] = units?.find(([, of]) => value % of === 0) ?? ['', 1];
  return `${grouped.format(value / size)} ${unit}`.trim();
};

const isOfModule = ([first = '']: readonly string[]): boolean => first.includes('/');

/** Returns the limits that the `limits.ts` files below a folder export. */
const limitsBelow = async (folder: string): Promise<[string, number][]> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => path.basename(file) === 'limits.ts');
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(folder, file)).href) as Promise<Record<string, Record<string, number>>>),
  );
  return modules.flatMap((module) => Object.values(module).flatMap((limits) => Object.entries(limits)));
};

test('the tables list every limit of both sides, of the server and of the client, and nothing else', async () => {
  const declared = [
    ...Object.entries(LIMITS).map(([name, value]) => [name, value, 'both'] as const),
    ...(await limitsBelow(sources)).map(([name, value]) => [name, value, 'server'] as const),
    ...(await limitsBelow(path.resolve(sources, '../../web/src'))).map(([name, value]) => [name, value, 'client'] as const),
  ];
  const listed = rows.filter((row) => !isOfModule(row)).map(([name, value, side]) => `${name}: ${value} (${side})`);
  expect(listed.toSorted()).toEqual(declared.map(([name, value, side]) => `${name}: ${shown(name, value)} (${side})`).toSorted());
});

test('the contract combines the limits of all its slices, and no two slices declare the same name', async () => {
  const all = await limitsBelow(path.resolve(sources, '../../../packages/contract/src'));
  const names = all.map(([name]) => name);
  expect(new Set(names)).toEqual(new Set(Object.keys(LIMITS)));
  // A name occurs once in `LIMITS` itself and once in the limits of its slice, so a third occurrence means that two slices declare it.
  expect(Object.keys(LIMITS).filter((limit) => names.filter((name) => name === limit).length > 2)).toEqual([]);
});

const OF_MODULES = rows.filter(isOfModule);
test.each(OF_MODULES)('%s declares %s with the listed value', (file = '', name = '', value = '') => {
  const code = readFileSync(path.join(sources, file), 'utf8');
  const written = new RegExp(`^(?:export )?const ${name} = ([^;]+);|^ *${name}: .*\\.default\\(([^)]+)\\)`, 'm').exec(code);
  expect(written?.[1] ?? written?.[2]).toBe(value);
});

test('every time limit of a gateway is listed', () => {
  const files = readdirSync(path.join(sources, 'gateways'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const limits = files.flatMap((file) =>
    Array.from(
      readFileSync(path.join(sources, 'gateways', file), 'utf8').matchAll(/^(?:export )?const (\w*(?:TIMEOUT|FRESH)_MS) =/gm),
      ([, name = '']) => `gateways/${file.replaceAll(path.sep, '/')} ${name}`,
    ),
  );
  expect(limits.length).toBeGreaterThan(5);
  const listed = new Set(OF_MODULES.map(([file, name]) => `${file} ${name}`));
  expect(limits.filter((limit) => !listed.has(limit))).toEqual([]);
});
