/** How much of a book a trial gives away, for the editor who sets it. Pure. */
import type { listBookChapters, OutputOf } from '@shufang/contract';

type Chapters = OutputOf<typeof listBookChapters>;

/** The first so many chapters, or these by their keys. */
export type TrialWish = { readonly first: number } | { readonly chosen: ReadonlySet<string> };

/** The chapters of a row and of all rows below it in the tree. */
export const belowOf = (items: Chapters['items'], place: number): { readonly keys: string[]; readonly chars: number } => {
  const depth = items[place]?.depth ?? 0;
  const after = items.slice(place + 1);
  const end = after.findIndex((row) => row.depth <= depth);
  const rows = items.slice(place, end === -1 ? undefined : place + 1 + end);
  return { keys: rows.flatMap(({ key }) => key ?? []), chars: rows.reduce((sum, { chars }) => sum + chars, 0) };
};

/** How many chapters and characters, and the share of the whole book, 0 to 1; what stands before the first chapter is open anyway. */
export const shareOf = (
  { items, frontChars, totalChars }: Chapters,
  wish: TrialWish,
): { readonly count: number; readonly chars: number; readonly share: number } => {
  const open = items.filter(({ key, rank }) => key !== undefined && ('chosen' in wish ? wish.chosen.has(key) : (rank ?? 0) < wish.first));
  const chars = open.reduce((sum, row) => sum + row.chars, 0);
  return { count: open.length, chars, share: totalChars === 0 || open.length === 0 ? 0 : (chars + frontChars) / totalChars };
};
