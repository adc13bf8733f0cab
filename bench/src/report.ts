/** Prints the tables, and replaces them in docs/performance.md between their markers. */
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@shufang/dev-env';
import type { Figure } from './figure.ts';

/** The document with the committed tables. */
export const PAGE = path.join(projectRoot, 'docs', 'performance.md');

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

/** Returns the conditions of a section: date, size of the machine, and its load at the beginning and at the end. */
export const circumstances = (loadBefore: number, loadAfter: number): string =>
  `${new Date().toISOString().slice(0, 10)}, ${os.availableParallelism()} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, load ${loadBefore.toFixed(1)} to ${loadAfter.toFixed(1)}`;

/** Replaces the table between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`. Throws when the document has no such markers. */
export const writeFigures = async (name: string, figures: readonly Figure[], measured: string): Promise<void> => {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const text = await readFile(PAGE, 'utf8');
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no section for ${name}: add ${open} and ${close}`);
  const block = [open, `Measured ${measured}.`, '', ...table(figures), close].join('\n');
  await writeFile(PAGE, text.slice(0, from) + block + text.slice(to + close.length));
};
