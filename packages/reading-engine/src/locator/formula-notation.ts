/** Reads the formulas of a segment in both notations ([Note: block text]: a block's text contains them doubled). */
import { FORMULA_ATTRIBUTES, FORMULA_CHARS_MAX, type FormulaInText } from '@shufang/contract/formula-text';
import type { TextIndex } from './text-index.ts';

const symbolsOf = (node: Node): string => {
  if (node.nodeType === 3) return (node as Text).data;
  if ((node as Element).localName === 'annotation') return '';
  let text = '';
  for (const child of node.childNodes) text += symbolsOf(child);
  return text;
};

/** Returns both notations of a formula: those that the import wrote, or else its symbols and its annotation. */
export const notationsOf = (math: Element): Pick<FormulaInText, 'unicode' | 'tex'> => {
  const unicode = math.getAttribute(FORMULA_ATTRIBUTES.unicode) ?? symbolsOf(math);
  const tex = math.getAttribute(FORMULA_ATTRIBUTES.tex) ?? math.querySelector('annotation')?.textContent ?? unicode;
  const line = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, FORMULA_CHARS_MAX).toWellFormed();
  return { unicode: line(unicode), tex: line(tex) };
};

/** Returns the formulas that the range `[from, to)` of the segment's text touches, with offsets from `origin`. */
export const formulasOf = ({ blocks, runs }: TextIndex, from: number, to: number, origin: number): FormulaInText[] =>
  runs.flatMap(({ node, block, start }) => {
    if (node.nodeType !== 1 || (node as Element).localName !== 'math') return [];
    const at = (blocks[block]?.start ?? 0) + start;
    const end = at + (node.textContent?.length ?? 0);
    return at < end && at < to && end > from ? [{ start: at - origin, end: end - origin, ...notationsOf(node as Element) }] : [];
  });

/** Replaces the formulas in a copied element by their text. */
export const writeFormulas = (copy: Element): void => {
  for (const math of copy.querySelectorAll('math')) math.replaceWith(notationsOf(math).unicode);
};
