/** Describes found passages as targets in a new version. Pure functions. */
import type { AnnotationTarget } from '@shufang/contract';
import type { FoundPassage } from '@shufang/contract/anchoring';
import { type FormulaInText, formulasIn } from '@shufang/contract/formula-text';
import { LIMITS } from '@shufang/contract/limits';

export interface TargetBlock {
  readonly id: string;
  readonly text: string;
  /** The formulas in `text`, in order; absent if there are none. */
  readonly formulas?: readonly FormulaInText[];
  readonly href: string;
  /** Offset of the first character in the text of its document, UTF-16 units. */
  readonly startChar: number;
}

const QUOTE_CHARS_MAX = 20_000;

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** Returns the part of the text between two offsets, without halves of surrogate pairs at its ends. */
const cut = (text: string, from: number, to: number): string => text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** Returns the offset, moved by `by` if it is in the middle of a surrogate pair: a part of a character cannot be stored. */
const outsidePair = (text: string, offset: number, by: 1 | -1): number =>
  /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, offset - 1), offset + 1)) ? offset + by : offset;

/**
 * Returns a function that describes a passage found in these blocks, which are in reading order, as the target of an annotation that had
 * the target `before`. The quote keeps the text that the user selected.
 */
export const createRetargeter = (
  blocks: readonly TargetBlock[],
): ((before: AnnotationTarget, found: FoundPassage) => AnnotationTarget | undefined) => {
  const indexes = new Map(blocks.map(({ id }, index) => [id, index]));
  /** Returns the texts of blocks of the document `href` from `from` on in one direction, until they have enough characters. */
  const textBeside = (from: number, step: 1 | -1, href: string): string => {
    let text = '';
    for (let at = from; text.length < LIMITS.quoteContextChars && blocks[at]?.href === href; at += step) {
      const part = blocks[at]?.text ?? '';
      text = step > 0 ? `${text}\n${part}` : `${part}\n${text}`;
    }
    return text;
  };
  /** Returns the formulas in the characters beside an offset of a block, with offsets from there. Those of other blocks are left out. */
  const formulasBeside = ({ formulas = [] }: TargetBlock, offset: number, step: 1 | -1): FormulaInText[] =>
    step > 0
      ? formulasIn(formulas, offset, offset + LIMITS.quoteContextChars, offset)
      : formulasIn(formulas, Math.max(0, offset - LIMITS.quoteContextChars), offset, offset);
  return (before, found) => {
    const first = indexes.get(found.start.blockId) ?? -1;
    const last = indexes.get(found.end.blockId) ?? -1;
    const [startBlock, endBlock] = [blocks[first], blocks[last]];
    if (startBlock === undefined || endBlock === undefined || last < first) return undefined;
    const start = { ...found.start, offset: outsidePair(startBlock.text, found.start.offset, -1) };
    const isPoint = first === last && found.start.offset === found.end.offset;
    const end = isPoint ? start : { ...found.end, offset: outsidePair(endBlock.text, found.end.offset, 1) };
    const whole = blocks
      .slice(first, last + 1)
      .map(({ text }) => text)
      .join('\n');
    const passage = whole.slice(start.offset, whole.length - (endBlock.text.length - end.offset));
    const prefix = textBeside(first - 1, -1, startBlock.href) + startBlock.text.slice(0, start.offset);
    const suffix = endBlock.text.slice(end.offset) + textBeside(last + 1, 1, endBlock.href);
    const { exact } = before.quote;
    const current = cut(passage, 0, QUOTE_CHARS_MAX);
    const isUnchanged = withoutSpace(current) === withoutSpace(exact);
    // The formulas of the passage are those of the text that the user selected; those of the context are of the new version.
    const formulas = [
      ...formulasBeside(startBlock, start.offset, -1).filter((formula) => formula.end <= 0),
      ...(before.quote.formulas ?? [])
        .filter((formula) => formula.end > 0 && formula.start < exact.length)
        .map((formula) => ({ ...formula, start: Math.max(0, formula.start), end: Math.min(formula.end, exact.length) })),
      ...formulasBeside(endBlock, end.offset, 1)
        .filter((formula) => formula.start >= 0)
        .map((formula) => ({ ...formula, start: formula.start + exact.length, end: formula.end + exact.length })),
    ].slice(0, LIMITS.quoteFormulas);
    return {
      href: startBlock.href,
      blocks: { start, end },
      quote: {
        exact,
        ...(isUnchanged ? {} : { current }),
        prefix: cut(prefix, Math.max(0, prefix.length - LIMITS.quoteContextChars), prefix.length),
        suffix: cut(suffix, 0, LIMITS.quoteContextChars),
        ...(formulas.length === 0 ? {} : { formulas }),
      },
      position: { start: startBlock.startChar + start.offset, end: endBlock.startChar + end.offset },
      // The EPUB CFI counts elements of the old document.
      cfi: '',
    };
  };
};
