/** The two notations of a formula: the attributes that an import writes on the element `math`, and how they are read again. */
import { FORMULA_ATTRIBUTES, FORMULA_CHARS_MAX, type FormulaInText } from '@shufang/contract/formula-text';
import type { ContentNode, ElementNode } from '../content/content-tree.ts';
import { readFormula } from './formula-of-math.ts';
import { unicodeOfMath } from './formula-unicode.ts';

const line = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, FORMULA_CHARS_MAX).toWellFormed();

/** Returns the text of a formula without its annotations. */
const symbolsOf = (node: ContentNode): string => {
  if (node.kind === 'text') return node.text;
  return node.name === 'annotation' ? '' : node.children.map(symbolsOf).join('');
};

/** Writes the formula in Unicode and in TeX on the element `math`, unless its symbols or its annotation say the same. */
export const describeFormula = (math: ElementNode): void => {
  const unicode = line(unicodeOfMath(math));
  const symbols = line(symbolsOf(math));
  if (unicode !== symbols) math.attributes.set(FORMULA_ATTRIBUTES.unicode, unicode);
  const { latex, derivedLatex } = readFormula(math);
  if (derivedLatex === undefined && line(latex) !== symbols) math.attributes.set(FORMULA_ATTRIBUTES.tex, line(latex));
};

/** Returns both notations of a described formula. */
export const notationsOf = (math: ElementNode): Pick<FormulaInText, 'unicode' | 'tex'> => ({
  unicode: line(math.attributes.get(FORMULA_ATTRIBUTES.unicode) ?? symbolsOf(math)),
  tex: line(math.attributes.get(FORMULA_ATTRIBUTES.tex) ?? readFormula(math).latex),
});
