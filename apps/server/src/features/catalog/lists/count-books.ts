/** Counts the published books that match a filter, and those of each value of each facet under the other filters, in one pass. */
import { type AccessModel, accessModel, type BookLevel, bookLevel, type CategoryKind, type MediaKind, mediaKind } from '@shufang/contract';
import type { CatalogFilter } from '../store.ts';
import { type BookChunk, CHUNK_ROWS, type NumberField } from './book-columns.ts';
import type { CachedCatalog } from './catalog-cache.ts';
import { FACET_FIELDS, type FacetField } from './catalog-values.ts';
import { languageKeyOf } from './language-key.ts';

type Counted<T> = { value: T; count: number }[];

export interface CatalogFacets {
  readonly categories: { id: string; parentId?: string; kind: CategoryKind; name: string; count: number }[];
  readonly levels: Counted<BookLevel>;
  readonly access: Counted<AccessModel>;
  readonly languages: Counted<string>;
  readonly publishers: Counted<string>;
  readonly plans: Counted<string>;
  readonly media: Counted<MediaKind>;
  readonly years: Counted<number>;
}

const PUBLISHERS_SHOWN = 30;

/** A condition of a book: the number in this column is one of the allowed ones. */
interface RowTest {
  /** The facet that this condition belongs to, which is counted without it; undefined for a condition of all facets. */
  readonly facet: FacetField | undefined;
  readonly field: NumberField;
  /** 1 for each allowed number. */
  readonly allowed: Uint8Array;
}

/** A filter as conditions of rows. */
export interface RowFilter {
  readonly tests: readonly RowTest[];
  /** Whether the popularity of the books must be greater than 0. */
  readonly isPopular: boolean;
  /** The only rows that match; undefined for all rows. */
  readonly within: ReadonlySet<number> | undefined;
}

/** Returns the conditions of a filter. `ids`: the books of the author or collection of the filter, which only the database can find. */
export const rowFilterOf = (catalog: CachedCatalog, filter: CatalogFilter, ids: readonly string[] | undefined): RowFilter => {
  const { values, tree, columns } = catalog;
  const tests: RowTest[] = [];
  const add = (facet: FacetField | undefined, field: FacetField, isAllowed: (number: number) => boolean): void => {
    const allowed = Uint8Array.from({ length: values.sizeOf(field) }, (_, number) => (isAllowed(number) ? 1 : 0));
    tests.push({ facet, field, allowed });
  };
  const { category, level, access, publisher, plan, media, year, licensed } = filter;
  const language = filter.language === undefined ? undefined : languageKeyOf(filter.language);
  const free = accessModel.options.indexOf('free');
  if (category !== undefined) add('categories', 'categories', (number) => tree.filedUnder(values, number).has(category));
  if (level !== undefined) add('level', 'level', (number) => number === bookLevel.options.indexOf(level) + 1);
  if (access !== undefined) add('access', 'access', (number) => number === accessModel.options.indexOf(access));
  if (language !== undefined) add('language', 'language', (number) => values.languageKeyAt(number) === language);
  if (publisher !== undefined) add('publisher', 'publisher', (number) => number === values.publishers.find(publisher));
  if (plan !== undefined) add('plan', 'plan', (number) => (plan === true ? number !== 0 : number === values.plans.find(plan)));
  if (media !== undefined) add('media', 'media', (number) => values.mediaOf(number).includes(media));
  if (year !== undefined) add('year', 'year', (number) => number === values.years.find(String(year)));
  if (licensed !== undefined) add(undefined, 'access', (number) => number !== free);
  const sets = [ids, licensed?.bookIds].filter((set) => set !== undefined);
  const rows = sets.map((set) => new Set(set.flatMap((id) => columns.rowOf(id) ?? [])));
  const within = rows.length === 0 ? undefined : rows.reduce((all, set) => all.intersection(set));
  return { tests, isPopular: filter.isPopular === true, within };
};

/** Returns whether the book of a row is published and matches. */
export const matchesFilter = ({ columns }: Pick<CachedCatalog, 'columns'>, filter: RowFilter, row: number): boolean =>
  columns.isListed(row) &&
  (!filter.isPopular || columns.get('score', row) > 0) &&
  filter.within?.has(row) !== false &&
  filter.tests.every(({ field, allowed }) => allowed[columns.get(field, row)] === 1);

/** Maximum number of matching rows that are returned; of more only the number. */
const ROWS_MAX = 1_000;

type Counts = Readonly<Record<FacetField, Uint32Array>>;

export interface CountedRows {
  readonly total: number;
  /** For each facet, the number of books with each number in its column. */
  readonly counts: Counts;
  /** The matching rows, in no certain order; undefined if there are or were more than `ROWS_MAX`. */
  readonly rows: Uint32Array | undefined;
}

/** Marks a row that counts for no facet. */
const EXCLUDED = 100;

/** Returns the indexes of rows within their chunks, by chunk. */
const byChunk = (rows: ReadonlySet<number>): Map<number, number[]> => {
  const chunks = new Map<number, number[]>();
  for (const row of rows) {
    const chunk = Math.floor(row / CHUNK_ROWS);
    const indexes = chunks.get(chunk) ?? [];
    chunks.set(chunk, indexes);
    indexes.push(row % CHUNK_ROWS);
  }
  return chunks;
};

/** Counts the matching rows chunk by chunk. */
export const countRows = (catalog: Pick<CachedCatalog, 'columns' | 'values'>, filter: RowFilter): CountedRows => {
  const counts = Object.fromEntries(
    FACET_FIELDS.map((field) => [field, new Uint32Array(catalog.values.sizeOf(field))]),
  ) as unknown as Counts;
  const failed = new Uint8Array(CHUNK_ROWS);
  const failedTest = new Uint8Array(CHUNK_ROWS);
  const matching = new Uint16Array(CHUNK_ROWS);
  const within = filter.within === undefined ? undefined : byChunk(filter.within);
  const rows: number[] = [];
  let total = 0;
  /** Sets `failed` to the number of conditions that each row does not meet, and `failedTest` to the last one of them. */
  const testChunk = (chunk: BookChunk, only: readonly number[] | undefined): void => {
    if (only === undefined) for (let at = 0; at < CHUNK_ROWS; at++) failed[at] = chunk.isListed[at] === 1 ? 0 : EXCLUDED;
    else {
      failed.fill(EXCLUDED);
      for (const at of only) if (chunk.isListed[at] === 1) failed[at] = 0;
    }
    const { score } = chunk.fields;
    if (filter.isPopular) for (let at = 0; at < CHUNK_ROWS; at++) if (score[at] === 0) failed[at] = EXCLUDED;
    for (const [index, { facet, field, allowed }] of filter.tests.entries()) {
      const column = chunk.fields[field];
      const more = facet === undefined ? EXCLUDED : 1;
      for (let at = 0; at < CHUNK_ROWS; at++) {
        if (allowed[column[at] ?? 0] === 1) continue;
        failed[at] = (failed[at] ?? 0) + more;
        failedTest[at] = index;
      }
    }
  };
  for (const [index, chunk] of catalog.columns.chunks.entries()) {
    const only = within?.get(index);
    if (within !== undefined && only === undefined) continue;
    testChunk(chunk, only);
    let found = 0;
    for (let at = 0; at < CHUNK_ROWS; at++) {
      if (failed[at] === 0) matching[found++] = at;
      else if (failed[at] === 1) {
        // A book that fails one condition only is counted for the facet of that condition.
        const field = filter.tests[failedTest[at] ?? 0]?.facet ?? 'access';
        const number = chunk.fields[field][at] ?? 0;
        counts[field][number] = (counts[field][number] ?? 0) + 1;
      }
    }
    for (const field of FACET_FIELDS) {
      const [column, sums] = [chunk.fields[field], counts[field]];
      for (let at = 0; at < found; at++) {
        const number = column[matching[at] ?? 0] ?? 0;
        sums[number] = (sums[number] ?? 0) + 1;
      }
    }
    total += found;
    if (total <= ROWS_MAX) for (let at = 0; at < found; at++) rows.push(index * CHUNK_ROWS + (matching[at] ?? 0));
  }
  return { total, counts, rows: total <= ROWS_MAX ? Uint32Array.from(rows) : undefined };
};

const byCount = (a: { value: unknown; count: number }, b: { value: unknown; count: number }): number =>
  b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1);

/** Converts counts by the number of a value to counts by the value, and adds those of numbers with the same value. */
const sumBy = <T>(counts: Uint32Array, valuesOf: (number: number) => Iterable<T>): Map<T, number> => {
  const sums = new Map<T, number>();
  for (const [number, count] of counts.entries()) {
    if (count > 0) for (const value of valuesOf(number)) sums.set(value, (sums.get(value) ?? 0) + count);
  }
  return sums;
};

const listed = <T>(sums: ReadonlyMap<T, number>): Counted<T> => [...sums].map(([value, count]) => ({ value, count }));

/**
 * Returns the facets of counted rows; of the publishers only the most frequent ones. Values without books are left out, except the chosen
 * category and its ancestors.
 */
export const facetsOf = ({ values, tree }: CachedCatalog, filter: CatalogFilter, counts: Counts): CatalogFacets => {
  const levels = sumBy(counts.level, (number) => (number === 0 ? [] : [number]));
  const filed = sumBy(counts.categories, (number) => tree.filedUnder(values, number));
  const chosen = tree.pathTo(filter.category);
  const texts = (field: 'publisher' | 'plan' | 'year', dictionary: { textOf(number: number): string }): Map<string, number> =>
    sumBy(counts[field], (number) => (number === 0 ? [] : [dictionary.textOf(number)]));
  return {
    // In most libraries most categories are empty, so empty ones are left out.
    categories: tree.categories.flatMap(({ id, parentId, kind, name }) => {
      const count = filed.get(id) ?? 0;
      return count === 0 && !chosen.has(id) ? [] : [{ id, ...(parentId === null ? {} : { parentId }), kind, name, count }];
    }),
    levels: bookLevel.options.flatMap((value, index) => {
      const count = levels.get(index + 1);
      return count === undefined ? [] : [{ value, count }];
    }),
    access: listed(sumBy(counts.access, (number) => accessModel.options.slice(number, number + 1))).toSorted(byCount),
    languages: listed(sumBy(counts.language, (number) => (number === 0 ? [] : [values.languageKeyAt(number) ?? '']))).toSorted(byCount),
    publishers: listed(texts('publisher', values.publishers)).toSorted(byCount).slice(0, PUBLISHERS_SHOWN),
    plans: listed(texts('plan', values.plans)).toSorted(byCount),
    media: listed(sumBy(counts.media, (number) => values.mediaOf(number))).toSorted(
      (a, b) => mediaKind.options.indexOf(a.value) - mediaKind.options.indexOf(b.value),
    ),
    years: listed(texts('year', values.years))
      .map(({ value, count }) => ({ value: Number(value), count }))
      .toSorted((a, b) => b.value - a.value),
  };
};

/**
 * Returns the facet that counts a row although it does not meet the condition of that facet, or `all` for a row that meets all conditions;
 * undefined for a row that no facet counts.
 */
const countedFor = ({ columns }: Pick<CachedCatalog, 'columns'>, filter: RowFilter, row: number): FacetField | 'all' | undefined => {
  if (!columns.isListed(row) || (filter.isPopular && columns.get('score', row) === 0) || filter.within?.has(row) === false)
    return undefined;
  const failed = filter.tests.filter(({ field, allowed }) => allowed[columns.get(field, row)] !== 1);
  if (failed.length > 1) return undefined;
  return failed[0] === undefined ? 'all' : failed[0].facet;
};

type RowState = Pick<CachedCatalog, 'columns' | 'values'>;

/**
 * Returns the counts after some rows have changed: their old values are subtracted and the new ones added, which takes as long as there are
 * changes. `before` and `after` contain the filter with the dictionaries of their time.
 */
export const recountRows = (
  { total, counts, rows }: CountedRows,
  before: RowState & { readonly filter: RowFilter },
  after: RowState & { readonly filter: RowFilter },
  changed: Iterable<number>,
): CountedRows => {
  const sums = Object.fromEntries(
    FACET_FIELDS.map((field) => {
      const longer = new Uint32Array(after.values.sizeOf(field));
      longer.set(counts[field]);
      return [field, longer];
    }),
  ) as unknown as Counts;
  const matching = rows && new Set(rows);
  let sum = total;
  const add = (state: typeof after, row: number, by: 1 | -1): void => {
    const facet = countedFor(state, state.filter, row);
    if (facet === undefined) return;
    for (const field of facet === 'all' ? FACET_FIELDS : [facet]) {
      const number = state.columns.get(field, row);
      sums[field][number] = (sums[field][number] ?? 0) + by;
    }
    if (facet !== 'all') return;
    sum += by;
    if (by === 1) matching?.add(row);
    else matching?.delete(row);
  };
  for (const row of changed) {
    add(before, row, -1);
    add(after, row, 1);
  }
  return { total: sum, counts: sums, rows: matching === undefined || matching.size > ROWS_MAX ? undefined : Uint32Array.from(matching) };
};
