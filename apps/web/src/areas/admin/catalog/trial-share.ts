/** Computes how much of a book a trial opens, for the admin form. Pure. */
import type { listBookChapters, OutputOf } from '@shufang/contract';

type Chapters = OutputOf<typeof listBookChapters>;

/** The chapters of a trial: the first `first` chapters of the book, or the chapters whose keys are in `chosen`. */
export type TrialSelection = { readonly first: number } | { readonly chosen: ReadonlySet<string> };

/** Returns the keys of the chapters in a row of the table of contents and in all rows below it. */
export const belowOf = (items: Chapters['items'], index: number): { readonly keys: string[]; readonly chars: number } => {
  const depth = items[index]?.depth ?? 0;
  const after = items.slice(index + 1);
  const end = after.findIndex((row) => row.depth <= depth);
  const rows = items.slice(index, end === -1 ? undefined : index + 1 + end);
  return { keys: rows.flatMap(({ key }) => key ?? []), chars: rows.reduce((sum, { chars }) => sum + chars, 0) };
};

/**
 * Returns how many chapters and characters a trial opens, and their share of the book (0 to 1); content before the first chapter is always
 * open.
 */
export const shareOf = (
  { items, frontChars, totalChars }: Chapters,
  selection: TrialSelection,
): { readonly count: number; readonly chars: number; readonly share: number } => {
  const open = items.filter(
    ({ key, rank }) => key !== undefined && ('chosen' in selection ? selection.chosen.has(key) : (rank ?? 0) < selection.first),
  );
  const chars = open.reduce((sum, row) => sum + row.chars, 0);
  return { count: open.length, chars, share: totalChars === 0 || open.length === 0 ? 0 : (chars + frontChars) / totalChars };
};
