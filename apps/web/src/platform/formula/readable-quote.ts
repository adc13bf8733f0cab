/** Quotes as this device's reader reads them: each formula once, in the notation of the reading preferences. */
import type { AnnotationTarget } from '@shufang/contract';
import { type FormulaNotation, readableQuote } from '@shufang/contract/formula-text';
import { findLastPreferences } from '../storage/last-preferences.ts';
import { ownerNow } from '../storage/use-owner.ts';

/** Returns the notation in which this device last showed a book to its user. */
export const formulaNotationNow = (): FormulaNotation => {
  const preferences = findLastPreferences(ownerNow()) as { formulaNotation?: unknown } | undefined;
  return preferences?.formulaNotation === 'tex' ? 'tex' : 'unicode';
};

/** Returns the passage of an annotation. */
export const passageOf = ({ target: { quote } }: { readonly target: Pick<AnnotationTarget, 'quote'> }): string =>
  quote.formulas === undefined ? quote.exact : readableQuote(quote, formulaNotationNow()).exact;
