/** One line of the output of `npm run bench`, and the formatting of its values. */
export interface Figure {
  name: string;
  /** Measured value as text, with its unit. */
  value: string;
  /** Value of the baseline measured in the same run, as text with its description. */
  baseline?: string;
  /** Value divided by the baseline: below 1 the product is faster or smaller. */
  ratio?: number;
  /** Limit of the value, as text with its unit. */
  budget?: string;
  /** Whether the value is within its limit; absent if there is no limit. */
  ok?: boolean;
}

export const MEBIBYTE = 1_048_576;

export const milliseconds = (ms: number): string => (ms >= 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`);
export const mebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
export const kibibytes = (bytes: number): string => `${(bytes / 1_024).toFixed(1)} KiB`;

/** Returns the smallest value that is not below a `share` (0 to 1) of the values. Throws when there are none. */
export const percentile = (values: readonly number[], share: number): number => {
  const value = values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
  if (value === undefined) throw new RangeError('nothing was measured');
  return value;
};
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Returns the median and the 95th percentile as one text. */
export const spread = (values: readonly number[]): string => `${milliseconds(median(values))}, ${milliseconds(percentile(values, 0.95))}`;

/** Returns the median and p95 of durations as a figure whose p95 has a budget. */
export const withinMs = (name: string, durations: readonly number[], budgetMs: number): Figure => ({
  name,
  value: spread(durations),
  budget: `p95 ${milliseconds(budgetMs)}`,
  ok: percentile(durations, 0.95) <= budgetMs,
});
