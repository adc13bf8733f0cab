import { z } from 'zod';
import { annotationLimits } from '../annotation/limits.ts';
import { FORMULA_CHARS_MAX } from './formula-text.ts';
import { blockPoint } from './locator.ts';

/** Result of anchoring an annotation: its passage is unchanged, moved, found with changed text, or not found. */
export const anchorState = z.enum(['exact', 'moved', 'fuzzy', 'orphan']);
export type AnchorState = z.output<typeof anchorState>;

/** Start and end of a passage by the ids of their blocks, which stay the same in new versions of the book. */
export const blockRangeSelector = z.object({ start: blockPoint, end: blockPoint });
export type BlockRangeSelector = z.output<typeof blockRangeSelector>;

/** A formula at `[start, end)` of a text, in both notations (formula-text.ts). */
const formulaInText = z
  .object({
    start: z.number().int(),
    end: z.number().int(),
    unicode: z.string().max(FORMULA_CHARS_MAX),
    tex: z.string().max(FORMULA_CHARS_MAX),
  })
  .refine(({ start, end }) => start < end);

/**
 * W3C Web Annotation, TextQuoteSelector: the passage with 32 characters on each side. Ruby readings are not part of the text. `exact` is
 * the text that the user selected and never changes; `current` is the text of the passage where it was last found, if it differs.
 * `formulas` are those that the quote touches, with offsets from the start of `exact`; negative ones are in `prefix`.
 */
export const textQuoteSelector = z.object({
  exact: z.string().max(20_000),
  current: z.string().max(20_000).optional(),
  prefix: z.string().max(64),
  suffix: z.string().max(64),
  formulas: z.array(formulaInText).max(annotationLimits.quoteFormulas).optional(),
});
export type TextQuoteSelector = z.output<typeof textQuoteSelector>;

/** W3C Web Annotation, TextPositionSelector: offsets in UTF-16 units in the text of the whole reading-order document. */
export const textPositionSelector = z.object({ start: z.number().int().min(0), end: z.number().int().min(0) });
export type TextPositionSelector = z.output<typeof textPositionSelector>;

/**
 * Target of an annotation: one passage of one reading-order document, with four selectors. A bookmark has an empty passage (start = end).
 */
export const annotationTarget = z.object({
  href: z.string().min(1).max(1024),
  blocks: blockRangeSelector,
  quote: textQuoteSelector,
  position: textPositionSelector,
  /** EPUB CFI of the passage within the document, e.g. `epubcfi(/6/8!/4/2,/1:0,/1:12)`. */
  cfi: z.string().max(2048),
});
export type AnnotationTarget = z.output<typeof annotationTarget>;
