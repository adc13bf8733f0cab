/** Combines blocks into passages short enough for one row of the search index. */

import type { Passage } from '@shufang/contract/find-in-passage';
import { type FormulaInText, formulasIn } from '@shufang/contract/formula-text';

/**
 * Maximum length of a passage. The text index is built from passages and not from whole chapters, because a tsvector has at most 16,383
 * positions.
 */
export const PASSAGE_CHARS_MAX = 2_000;
const PASSAGE_CHARS_MIN = 600;

export interface PassageBlock {
  readonly id: string;
  readonly text: string;
  /** A heading starts a new passage if the current one is long enough. */
  readonly heading?: boolean;
  readonly formulas?: readonly FormulaInText[] | undefined;
}

/**
 * Replaces line breaks inside a block by spaces, because a line feed separates blocks here. Each unit is replaced by one unit, so offsets
 * stay valid.
 */
const flatten = (value: string): string => value.replace(/[\n\r\t\f\v]/g, ' ');

const PAUSE = /[。!?\uff01\uff1f;\uff1b,\uff0c、\s]/;
/** Returns where to cut a long text at or before `to`: after punctuation if near, never inside a surrogate pair. */
const cutOffset = (value: string, from: number, to: number): number => {
  for (let at = to; at > Math.max(from, to - 400); at--) if (PAUSE.test(value[at - 1] ?? '')) return at;
  const code = value.charCodeAt(to - 1);
  return code >= 0xd800 && code <= 0xdbff ? to - 1 : to;
};

/** Combines the blocks of one document, in order, into passages of at most 2,000 characters. Blocks without text are left out. */
export const makePassages = (blocks: readonly PassageBlock[]): Passage[] => {
  const passages: Passage[] = [];
  let text = '';
  let offsets: [string, number][] = [];
  let formulas: FormulaInText[] = [];
  const close = (): void => {
    const [first] = offsets;
    if (first) passages.push({ text, firstBlock: first[0], blockOffsets: offsets, formulas });
    text = '';
    offsets = [];
    formulas = [];
  };
  for (const block of blocks) {
    if (!/\S/.test(block.text)) continue;
    const flat = flatten(block.text);
    const full = text.length + 1 + flat.length > PASSAGE_CHARS_MAX;
    if (offsets.length > 0 && (full || (block.heading === true && text.length >= PASSAGE_CHARS_MIN))) close();
    let from = 0;
    while (flat.length - from > PASSAGE_CHARS_MAX) {
      const cut = cutOffset(flat, from, from + PASSAGE_CHARS_MAX);
      text = flat.slice(from, cut);
      offsets = [[block.id, 0 - from]];
      formulas = formulasIn(block.formulas ?? [], from, cut);
      close();
      from = cut;
    }
    if (offsets.length > 0) text += '\n';
    offsets.push([block.id, text.length - from]);
    formulas.push(...formulasIn(block.formulas ?? [], from, flat.length, from - text.length));
    text += flat.slice(from);
  }
  close();
  return passages;
};
