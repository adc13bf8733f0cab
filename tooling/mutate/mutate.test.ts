import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { instrument } from './instrument.mjs';
import { equivalents, sampleOf, summaryOf } from './report.mjs';
import { failedControls, settledPairs } from './results.mjs';
import { resolveSlice, slices, sourceFiles } from './slices.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const files: string[] = sourceFiles(root);

interface Mutant {
  key: string;
  file: string;
  line: number;
  operator: string;
  original: string;
  replacement: string;
}

describe('the slices of a mutation run', () => {
  it.each(slices.map((slice: { name: string }) => [slice.name, slice] as const))('%s contains code and tests', (_, slice) => {
    const { code, tests } = resolveSlice(root, slice, files);
    expect(code.length).toBeGreaterThan(0);
    expect(tests.length).toBeGreaterThan(0);
    expect(code.filter((file: string) => /\.test\.|\/testing\//.test(file))).toEqual([]);
  });

  it('contain at least 600 mutants together', () => {
    expect(slices.reduce((sum: number, { sample }: { sample: number }) => sum + sample, 0)).toBeGreaterThanOrEqual(600);
  });
});

describe('the mutation operators', () => {
  const mutantsOf = async (file: string): Promise<Mutant[]> => (await instrument(root, [file])).mutants;

  it('remove a statement, a condition, a condition of a query', async () => {
    const mutants = await mutantsOf('tooling/mutate/testing/operators-example.ts');
    const changes = mutants.map(({ operator, original, replacement }) => `${operator}: ${original} → ${replacement}`);
    expect(changes).toEqual(
      expect.arrayContaining([
        'StatementRemoval: rows.push(row); → ;',
        'ConditionRemoval: isOpen && isPaid → isOpen',
        'ConditionRemoval: isOpen && isPaid → isPaid',
        'ConditionRemoval: isOpen ? 1 : 2 → 1',
        'ConditionRemoval: isOpen ? 1 : 2 → 2',
        'SqlConditionRemoval: sql`select 1 from one where no = ${no} and owner = ${owner} for update` → sql`select 1 from one where no = ${no} for update`',
        'SqlConditionRemoval: sql`select 1 from one where no = ${no} and owner = ${owner} for update` → sql`select 1 from one where owner = ${owner} for update`',
        'SqlConditionRemoval: sql`select 1 from one where no = ${no} and owner = ${owner} for update` → sql`select 1 from one where no = ${no} and owner = ${owner}`',
      ]),
    );
    expect(new Set(mutants.map(({ key }) => key)).size).toBe(mutants.length);
  });
});

describe('a result of a mutation run', () => {
  const end = (file: string, key: string, process: number, killedBy?: string) => ({ kind: 'end', file, key, process, killedBy });
  const settledOf = (lines: readonly object[]) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'shufang-mutate-'));
    const file = path.join(folder, 'lines.jsonl');
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const settled = settledPairs(file);
    rmSync(folder, { recursive: true });
    return settled;
  };

  it('does not count where the tests fail without a mutant in the same process', () => {
    const lines = [
      end('a.test.ts', 'one', 1, 'a test'),
      end('a.test.ts', 'two', 1),
      end('b.test.ts', 'two', 1, 'a test'),
      { kind: 'control', file: 'a.test.ts', process: 1, failure: 'a test' },
      { kind: 'control', file: 'b.test.ts', process: 1 },
      end('a.test.ts', 'three', 2, 'a test'),
      { kind: 'control', file: 'a.test.ts', process: 2 },
    ];
    const { killed, isJudged } = settledOf(lines);
    expect([...killed.keys()]).toEqual(['two', 'three']);
    expect([
      isJudged('a.test.ts', 'one'),
      isJudged('a.test.ts', 'two'),
      isJudged('b.test.ts', 'two'),
      isJudged('a.test.ts', 'three'),
    ]).toEqual([false, false, true, true]);
    expect([failedControls(lines, 'a.test.ts'), failedControls(lines, 'b.test.ts')]).toEqual([1, 0]);
  });
});

describe('the report of a mutation run', () => {
  const mutant = (number: number, more: object = {}) => ({
    key: `a.ts | Operator | line ${number}`,
    file: 'a.ts',
    line: number,
    operator: 'Operator',
    original: `${number}`,
    replacement: '0',
    slice: 'one',
    ...more,
  });
  const killed = (count: number) => Array.from({ length: count }, (_, index) => mutant(index, { killedBy: 'a test' }));

  it('passes from a score of nine tenths', () => {
    const survivors = [mutant(100)];
    expect(summaryOf([...killed(9), ...survivors], new Map(), []).isGoodEnough).toBe(true);
    expect(summaryOf([...killed(8), ...survivors], new Map(), []).isGoodEnough).toBe(false);
  });

  it('does not count equivalent mutants as survivors, and allows no more than three in a hundred', () => {
    const equivalent = new Map([100, 101, 102, 103].map((number) => [mutant(number).key, 'why']));
    expect(summaryOf([...killed(97), mutant(100), mutant(101), mutant(102)], equivalent, []).isGoodEnough).toBe(true);
    expect(summaryOf([...killed(96), mutant(100), mutant(101), mutant(102), mutant(103)], equivalent, []).isGoodEnough).toBe(false);
  });

  it('lists survivors, equivalent mutants that a test kills, and equivalent mutants that no longer exist', () => {
    const known = new Map([
      [mutant(0).key, 'why'],
      [mutant(7).key, 'why'],
    ]);
    const { text } = summaryOf([...killed(1), mutant(5, { reached: 0 })], known, [mutant(0), mutant(5)]);
    expect(text).toContain('a.ts:5 Operator (no test reaches it)');
    expect(text).toContain('calls equivalent what "a test" kills: a.ts | Operator | line 0');
    expect(text).toContain('no longer exists: a.ts | Operator | line 7');
  });

  it('selects the same sample for the same seed, whatever the order', () => {
    const all = Array.from({ length: 50 }, (_, index) => mutant(index));
    const keys = (list: { key: string }[]): string[] => list.map(({ key }) => key);
    expect(
      keys(
        sampleOf(
          Array.from(all, (_, index) => all[all.length - 1 - index] as (typeof all)[number]),
          10,
          '7',
        ),
      ),
    ).toEqual(keys(sampleOf(all, 10, '7')));
    expect(keys(sampleOf(all, 10, '8'))).not.toEqual(keys(sampleOf(all, 10, '7')));
  });

  it('requires a reason for every equivalent mutant', () => {
    for (const [key, reason] of equivalents(root) as Map<string, string>) {
      expect(key).toMatch(/^[\w./-]+ \| \w+ \| /);
      expect(reason.length).toBeGreaterThan(20);
    }
  });

  it('names only equivalent mutants that exist, each by exactly one line of its file', async () => {
    const keys = [...(equivalents(root) as Map<string, string>).keys()];
    const named = [...new Set(keys.map((key) => key.slice(0, key.indexOf(' | '))))];
    expect(named.length).toBeGreaterThan(1);
    const { mutants, contents } = await instrument(root, named);
    const lineCount = ({ file, line }: Mutant): number => {
      const lines = ((contents as Map<string, string>).get(file) ?? '').split('\n').map((text) => text.trim());
      return lines.filter((text) => text === lines[line - 1]).length;
    };
    const found = keys.map((key) => [key, (mutants as Mutant[]).filter((mutant) => mutant.key === key).map(lineCount)]);
    expect(found).toEqual(keys.map((key) => [key, [1]]));
  });
});
