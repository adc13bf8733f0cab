/** Finds quotes in the open documents of a book in an isolated process. */
import { type BookQuote, createBookFinder, type FoundInBook, type OpenDocument } from './find-in-book.ts';

/** Returns where each quote is, in order; undefined for one that was not found. */
export const run = async (
  { quotes }: { readonly quotes: readonly BookQuote[] },
  parts: AsyncIterable<OpenDocument>,
): Promise<(FoundInBook | undefined)[]> => quotes.map(createBookFinder(await Array.fromAsync(parts)));
