/** Prints the tables and writes them into docs/performance.md between their marks, leaving the words around them alone. */
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@shufang/dev-env';
import type { Figure } from './figure.ts';

const PAGE = path.join(projectRoot, 'docs', 'performance.md');

const table = (figures: readonly Figure[]): string[] => [
  '| what | value | baseline | ratio | budget | |',
  '|---|---|---|---|---|---|',
  ...figures.map(
    ({ name, value, baseline, ratio, budget, ok }) =>
      `| ${name} | ${value} | ${baseline ?? ''} | ${ratio === undefined ? '' : ratio.toFixed(2)} | ${budget ?? ''} | ${ok === undefined ? '' : ok ? '✓' : '✗'} |`,
  ),
];

export const printFigures = (title: string, figures: readonly Figure[]): void => {
  console.log([`\n## ${title}\n`, ...table(figures)].join('\n'));
};

/** Under what a section was measured: date, size of the machine, its load when the section began and ended. */
export const circumstances = (loadBefore: number, loadAfter: number): string =>
  `${new Date().toISOString().slice(0, 10)}, ${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, load ${loadBefore.toFixed(1)} to ${loadAfter.toFixed(1)}`;

/** Replaces the table between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`. Throws when the page has no such place. */
export const writeFigures = async (name: string, figures: readonly Figure[], measured: string): Promise<void> => {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const text = await readFile(PAGE, 'utf8');
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}: add ${open} and ${close}`);
  const block = [open, `Measured ${measured}.`, '', ...table(figures), close].join('\n');
  await writeFile(PAGE, text.slice(0, from) + block + text.slice(to + close.length));
};
