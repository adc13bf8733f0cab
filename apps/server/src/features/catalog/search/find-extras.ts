/** Finds formulas and resources of published books that match a query, cached until the catalog changes. */
import type { Queryable } from '../../../platform/database.ts';
import type { CatalogSnapshot } from '../lists/catalog-snapshot.ts';
import { findFormulaKeys, type MatchingFormula, type PassageKey, readFormulas } from './search-store.ts';

/** Maximum number of cached matches of a query. Further matches are only counted, because no reader pages that far. */
const KEYS_CACHED_MAX = 2_000;

export interface CachedExtras<Match> {
  readonly total: number;
  /** Returns a page of the matches, shortest first, because a short match contains little besides the query. */
  page(at: { readonly offset: number; readonly limit: number }): Promise<Match[]>;
}

export interface ExtraKeys {
  readonly total: number;
  readonly keys: readonly PassageKey[];
}

/** Selects the matches in published books. `found` contains two numbers for each match: the key of the version, and the position in it. */
export const extrasInForce = (catalog: CatalogSnapshot, found: Int32Array): ExtraKeys => {
  const keys: PassageKey[] = [];
  let total = 0;
  for (let at = 0; at < found.length; at += 2) {
    const searchKey = found[at] ?? 0;
    if (!catalog.isInForce(searchKey)) continue;
    total += 1;
    if (keys.length < KEYS_CACHED_MAX) keys.push({ searchKey, position: found[at + 1] ?? 0 });
  }
  return { total, keys };
};

export const pagesOfExtras = <Match>(
  { total, keys }: ExtraKeys,
  read: (keys: readonly PassageKey[]) => Promise<Match[]>,
): CachedExtras<Match> => ({ total, page: ({ offset, limit }) => read(keys.slice(offset, offset + limit)) });

/** Finds the formulas of published books. `query` is the result of `toFormulaTsquery`. */
export const findFormulas = async (db: Queryable, catalog: CatalogSnapshot, query: string): Promise<CachedExtras<MatchingFormula>> => {
  const keys = await catalog.whileUnchanged(`formulas ${query}`, async () => extrasInForce(catalog, await findFormulaKeys(db, query)));
  return pagesOfExtras(keys, (keys) => readFormulas(db, keys));
};
