/** Formulas and resources in books on the shelf that hold what was typed, kept until the catalogue changes. */
import type { Queryable } from '../../platform/database.ts';
import type { Catalogue } from './catalogue.ts';
import {
  findFormulaKeys,
  findResourceKeys,
  type MatchingFormula,
  type MatchingResource,
  type PassageKey,
  readFormulas,
  readResources,
} from './search-store.ts';

/** More are counted, but nobody pages that far. */
const KEPT_MAX = 2_000;

export interface FoundExtras<Match> {
  readonly total: number;
  /** The shortest first: of those that hold what was typed they hold least else. */
  page(at: { readonly offset: number; readonly limit: number }): Promise<Match[]>;
}

const findExtras = async <Match>(
  db: Queryable,
  catalogue: Catalogue,
  asked: {
    readonly name: string;
    readonly query: string;
    readonly keys: (db: Queryable, query: string) => Promise<Int32Array>;
    readonly read: (db: Queryable, keys: readonly PassageKey[]) => Promise<Match[]>;
  },
): Promise<FoundExtras<Match>> => {
  const { total, keys } = await catalogue.whileUnchanged(`${asked.name} ${asked.query}`, async () => {
    const found = await asked.keys(db, asked.query);
    const inForce: PassageKey[] = [];
    let count = 0;
    for (let at = 0; at < found.length; at += 2) {
      const searchKey = found[at] ?? 0;
      if (catalogue.bookOf(searchKey) === undefined) continue;
      count += 1;
      if (inForce.length < KEPT_MAX) inForce.push({ searchKey, position: found[at + 1] ?? 0 });
    }
    return { total: count, keys: inForce };
  });
  return { total, page: ({ offset, limit }) => asked.read(db, keys.slice(offset, offset + limit)) };
};

/** `query`: from `toFormulaTsquery`. */
export const findFormulas = (db: Queryable, catalogue: Catalogue, query: string): Promise<FoundExtras<MatchingFormula>> =>
  findExtras(db, catalogue, { name: 'formulas', query, keys: findFormulaKeys, read: readFormulas });

/** `query`: from `toTsquery`. */
export const findResources = (db: Queryable, catalogue: Catalogue, query: string): Promise<FoundExtras<MatchingResource>> =>
  findExtras(db, catalogue, { name: 'resources', query, keys: findResourceKeys, read: readResources });
