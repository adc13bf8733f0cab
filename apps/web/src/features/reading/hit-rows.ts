/** The rows of a list of search hits: hits whose contexts overlap share one row, so that no sentence is shown twice. Pure. */
import type { Locator } from '@shufang/contract';

/** A part of a passage; `isMatch`: it is what was searched for. */
interface PassagePart {
  readonly text: string;
  readonly isMatch?: true;
}

export interface HitRow {
  /** The first hit of the row, and its index among all hits. */
  readonly locator: Locator;
  readonly index: number;
  /** Number of hits in the row; they have the indexes after the first one. */
  readonly count: number;
  readonly parts: readonly PassagePart[];
}

/** Maximum number of hits in a row, so that a row stays a few lines long. */
const HITS_MAX = 5;

export const rowOf = (locator: Locator, index: number): HitRow => {
  const { before = '', highlight = '', after = '' } = locator.text?.readable ?? locator.text ?? {};
  return { locator, index, count: 1, parts: [{ text: before }, { text: highlight, isMatch: true }, { text: after }] };
};

/** Returns the row with the next hit in it; undefined if that hit is not in the text that the row shows. */
export const addToRow = (row: HitRow, next: Locator): HitRow | undefined => {
  const { before = '', highlight = '', after = '' } = next.text?.readable ?? next.text ?? {};
  if (row.count === HITS_MAX || next.href !== row.locator.href || before === '' || highlight === '') return undefined;
  const parts = row.parts.slice(0, -1);
  const shown = parts.map(({ text }) => text).join('');
  const rest = row.parts.at(-1)?.text ?? '';
  for (let at = rest.indexOf(highlight); at >= 0; at = rest.indexOf(highlight, at + 1)) {
    const lead = shown + rest.slice(0, at);
    if (!lead.endsWith(before) && !before.endsWith(lead)) continue;
    const added: PassagePart[] = [{ text: rest.slice(0, at) }, { text: highlight, isMatch: true }, { text: after }];
    return { ...row, count: row.count + 1, parts: [...parts, ...added] };
  }
  return undefined;
};
