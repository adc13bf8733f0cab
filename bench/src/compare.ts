/** Compares the ratios of a run with those of the last committed tables. */
import type { Figure } from './figure.ts';

/** A ratio that is worse than the committed one by more than this factor is a regression. */
const WORSE_BY = 1.2;

export interface Comparison {
  readonly name: string;
  readonly ratio: number;
  readonly committed: number;
  readonly isWorse: boolean;
}

/** Returns the ratios of the rows of a section in `page` (Markdown), by the name of the row. */
export const committedRatios = (page: string, section: string): Map<string, number> => {
  const [from, to] = [page.indexOf(`<!-- bench:${section} -->`), page.indexOf(`<!-- /bench:${section} -->`)];
  const rows = from < 0 ? [] : page.slice(from, to).split('\n');
  return new Map(
    rows.flatMap((row): [string, number][] => {
      const [, name = '', , , ratio = ''] = row.split('|').map((cell) => cell.trim());
      return /^\d+\.\d+$/.test(ratio) ? [[name, Number(ratio)]] : [];
    }),
  );
};

/** Returns the figures that have a ratio both in this run and in `committed`, those that became worse most first. */
export const compareFigures = (figures: readonly Figure[], committed: ReadonlyMap<string, number>): Comparison[] =>
  figures
    .flatMap(({ name, ratio }): Comparison[] => {
      const before = committed.get(name);
      if (ratio === undefined || before === undefined || before === 0) return [];
      return [{ name, ratio, committed: before, isWorse: ratio / before > WORSE_BY }];
    })
    .toSorted((a, b) => b.ratio / b.committed - a.ratio / a.committed);

/** Returns the lines to print for the comparisons of a section; regressions are red. */
export const comparisonLines = (comparisons: readonly Comparison[]): string[] => [
  `compared with the committed figures: ${comparisons.length} ratios, ${comparisons.filter(({ isWorse }) => isWorse).length} worse by more than 20 %`,
  ...comparisons.map(({ name, ratio, committed, isWorse }) => {
    const line = `${isWorse ? '✗' : ' '} ${ratio.toFixed(2)}, committed ${committed.toFixed(2)}: ${name}`;
    return isWorse ? `\u001B[31m${line}\u001B[39m` : line;
  }),
];
