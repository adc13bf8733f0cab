/** Formulas and resources in books on the shelf that hold what was typed, kept until the catalogue changes. */
import type { Queryable } from '../../platform/database.ts';
import type { Catalogue } from './catalogue.ts';
import { findFormulaKeys, type MatchingFormula, type PassageKey, readFormulas } from './search-store.ts';

/** More are counted, but nobody pages that far. */
const KEPT_MAX = 2_000;

export interface FoundExtras<Match> {
  readonly total: number;
  /** The shortest first: of those that hold what was typed they hold least else. */
  page(at: { readonly offset: number; readonly limit: number }): Promise<Match[]>;
}

export interface ExtraKeys {
  readonly total: number;
  readonly keys: readonly PassageKey[];
}

/** Those in books on the shelf. `found`: two numbers each, as the store answers them. */
export const extrasInForce = (catalogue: Catalogue, found: Int32Array): ExtraKeys => {
  const keys: PassageKey[] = [];
  let total = 0;
  for (let at = 0; at < found.length; at += 2) {
    const searchKey = found[at] ?? 0;
    if (catalogue.bookOf(searchKey) === undefined) continue;
    total += 1;
    if (keys.length < KEPT_MAX) keys.push({ searchKey, position: found[at + 1] ?? 0 });
  }
  return { total, keys };
};

export const pagesOfExtras = <Match>(
  { total, keys }: ExtraKeys,
  read: (keys: readonly PassageKey[]) => Promise<Match[]>,
): FoundExtras<Match> => ({ total, page: ({ offset, limit }) => read(keys.slice(offset, offset + limit)) });

/** `query`: from `toFormulaTsquery`. */
export const findFormulas = async (db: Queryable, catalogue: Catalogue, query: string): Promise<FoundExtras<MatchingFormula>> => {
  const kept = await catalogue.whileUnchanged(`formulas ${query}`, async () => extrasInForce(catalogue, await findFormulaKeys(db, query)));
  return pagesOfExtras(kept, (keys) => readFormulas(db, keys));
};
