import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { committedRatios, compareFigures, comparisonLines } from './compare.ts';

const PAGE = `# Performance
<!-- bench:first -->
Measured 2026-11-29.

| what | value | baseline | ratio | budget | |
|---|---|---|---|---|---|
| text, cold | 447 ms | 105 ms: a page | 4.27 | ratio 1.5 | ✗ |
| size | 2.5 KiB |  |  | 15 KiB | ✓ |
<!-- /bench:first -->
<!-- bench:second -->
| text, cold | 1 ms | 1 ms: a page | 1.00 | | ✓ |
<!-- /bench:second -->`;

test('the ratios of one section are read', () => {
  expect(committedRatios(PAGE, 'first')).toEqual(new Map([['text, cold', 4.27]]));
  expect(committedRatios(PAGE, 'third')).toEqual(new Map());
});

test('the sections of the committed page that have ratios are read', () => {
  const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'performance.md'), 'utf8');
  for (const section of ['import', 'opening', 'reading', 'serving']) expect(committedRatios(page, section).size).toBeGreaterThan(0);
});

test('a ratio that is worse by more than 20 % is a regression, shown first and in red', () => {
  const figures = [
    { name: 'better', value: '', ratio: 1 },
    { name: 'within noise', value: '', ratio: 2.3 },
    { name: 'worse', value: '', ratio: 2.5 },
    { name: 'new', value: '', ratio: 9 },
    { name: 'without a ratio', value: '9 ms' },
  ];
  const committed = new Map(['better', 'within noise', 'worse', 'without a ratio'].map((name) => [name, 2]));
  const comparisons = compareFigures(figures, committed);
  expect(comparisons.map(({ name, isWorse }) => [name, isWorse])).toEqual([
    ['worse', true],
    ['within noise', false],
    ['better', false],
  ]);
  expect(comparisonLines(comparisons)).toEqual([
    'compared with the committed figures: 3 ratios, 1 worse by more than 20 %',
    '\u001B[31m✗ 2.50, committed 2.00: worse\u001B[39m',
    '  2.30, committed 2.00: within noise',
    '  1.00, committed 2.00: better',
  ]);
});
