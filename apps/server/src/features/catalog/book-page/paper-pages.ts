/** Finds the page of the paper book for an offset, from the page list of its version. */
import type { Queryable } from '../../../platform/database.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { listPageStarts, type PageStart } from '../search/search-store.ts';

/** Page lists by version. Entries never expire, because released versions never change. */
const cache = new LruCache<string, readonly PageStart[]>({ max: 4_000 });

export interface PaperPages {
  /** Returns the page starts of a version in reading order; empty for a version without a page list. */
  readonly pagesOf: (versionId: string) => readonly PageStart[];
  /**
   * Returns the label of the page of the paper book at a position; undefined if the version has no page list, or the position is before the
   * first page. `at`: offset in the document, UTF-16 units.
   */
  readonly pageAt: (versionId: string, documentIndex: number, at: number) => string | undefined;
}

export const findPaperPages = async (db: Queryable, versionIds: readonly string[]): Promise<PaperPages> => {
  const missing = [...new Set(versionIds)].filter((id) => !cache.has(id));
  if (missing.length > 0) {
    const found = await listPageStarts(db, missing);
    for (const id of missing) cache.set(id, found.get(id) ?? []);
  }
  return {
    pagesOf: (versionId) => cache.get(versionId) ?? [],
    pageAt: (versionId, documentIndex, at) =>
      cache
        .get(versionId)
        ?.findLast((page) => page.documentIndex < documentIndex || (page.documentIndex === documentIndex && page.startChar <= at))?.label,
  };
};
