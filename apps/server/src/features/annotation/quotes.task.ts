/** Finds quotes in one document in an isolated process. */
import { createQuoteFinder } from './find-quote.ts';
import type { QuotesWork } from './isolated-quotes.ts';

/** Returns the range `[start, end)` of each quote, or undefined if it was not found. */
export const run = ({ text, quotes }: QuotesWork): (readonly [number, number] | undefined)[] => {
  const find = createQuoteFinder(text);
  return quotes.map(find);
};
