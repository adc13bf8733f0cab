/** Search over all books, suggestions, and search inside one book. */
import { z } from 'zod';
import { FORMULA_TAGS, type FormulaTag } from '../publication/formula-text.ts';

/** A text with match ranges (UTF-16 offsets, end exclusive). */
export const highlightedText = z.object({ text: z.string(), matchRanges: z.array(z.tuple([z.number().int(), z.number().int()])) });

export type HighlightedText = z.output<typeof highlightedText>;

/** Kinds of resources in a book. Inline formulas and images do not count. */
export const resourceKind = z.enum(['figure', 'media', 'table', 'formula', 'code']);

export type ResourceKind = z.output<typeof resourceKind>;

/** Node of a formula: either text or children. Without attributes, so that a page can render it without sanitizing. */
export interface FormulaNode {
  tag: FormulaTag;
  text?: string | undefined;
  parts?: FormulaNode[] | undefined;
}

export const formulaNode: z.ZodType<FormulaNode> = z
  .lazy(() => z.object({ tag: z.enum(FORMULA_TAGS), text: z.string().optional(), parts: z.array(formulaNode).optional() }))
  .meta({ id: 'FormulaNode' });

/** A found formula as TeX, and as MathML if its position is open and it is small. */
export const foundFormula = z.object({ latex: z.string(), drawing: formulaNode.optional() });

export type FoundFormula = z.output<typeof foundFormula>;
