/** One line of what `npm run bench` prints, and the words figures are written in. */
export interface Figure {
  name: string;
  /** As a person reads it, with its unit. */
  value: string;
  /** What it is compared with in the same run, and how it did. */
  baseline?: string;
  /** Value by baseline: below 1 we are quicker or smaller. */
  ratio?: number;
  /** The limit it is held against, in the same words. */
  budget?: string;
  /** False when the budget is broken; left out when there is none. */
  ok?: boolean;
}

export const MEBIBYTE = 1_048_576;

export const milliseconds = (ms: number): string => (ms >= 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`);
export const mebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
export const kibibytes = (bytes: number): string => `${(bytes / 1_024).toFixed(1)} KiB`;

/** Of the values in order, the one below which `share` (0 to 1) of them lie. Throws when there are none. */
export const percentile = (values: readonly number[], share: number): number => {
  const value = values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
  if (value === undefined) throw new RangeError('nothing was measured');
  return value;
};
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Middle and 95th of 100, as one text. */
export const spread = (values: readonly number[]): string => `${milliseconds(median(values))}, ${milliseconds(percentile(values, 0.95))}`;
