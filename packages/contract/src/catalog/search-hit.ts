/** Search over all books, suggestions, and search inside one book. */
import { z } from 'zod';

/** A text with match ranges (UTF-16 offsets, end exclusive). */
export const highlightedText = z.object({ text: z.string(), matchRanges: z.array(z.tuple([z.number().int(), z.number().int()])) });

export type HighlightedText = z.output<typeof highlightedText>;

/** Kinds of resources in a book. Inline formulas and images do not count. */
export const resourceKind = z.enum(['figure', 'media', 'table', 'formula', 'code']);

export type ResourceKind = z.output<typeof resourceKind>;

/** Allowed MathML elements for displaying a formula; none of them is active content. */
export const formulaTag = z.enum([
  'math',
  'mi',
  'mn',
  'mo',
  'mtext',
  'ms',
  'mrow',
  'mfrac',
  'msqrt',
  'mroot',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
  'mtable',
  'mtr',
  'mtd',
]);

/** Node of a formula: either text or children. Without attributes, so that a page can render it without sanitizing. */
export interface FormulaNode {
  tag: z.output<typeof formulaTag>;
  text?: string | undefined;
  parts?: FormulaNode[] | undefined;
}

export const formulaNode: z.ZodType<FormulaNode> = z
  .lazy(() => z.object({ tag: formulaTag, text: z.string().optional(), parts: z.array(formulaNode).optional() }))
  .meta({ id: 'FormulaNode' });

/** A found formula as TeX, and as MathML if its position is open and it is small. */
export const foundFormula = z.object({ latex: z.string(), drawing: formulaNode.optional() });

export type FoundFormula = z.output<typeof foundFormula>;
