/** On which page of the paper book a place is, by the page list of its version. */
import type { Queryable } from '../../platform/database.ts';
import { listPageStarts, type PageStart } from './search-store.ts';

/** Versions never change once released. */
const kept = new Map<string, readonly PageStart[]>();
const KEPT_MAX = 4_000;

export interface PaperPages {
  /** In reading order; empty for a version without pages. */
  readonly pagesOf: (versionId: string) => readonly PageStart[];
  /** The page's own label; undefined where the book has no pages, or the place comes before the first one. `at`: UTF-16 units into the document. */
  readonly pageAt: (versionId: string, documentIndex: number, at: number) => string | undefined;
}

export const findPaperPages = async (db: Queryable, versionIds: readonly string[]): Promise<PaperPages> => {
  const missing = [...new Set(versionIds)].filter((id) => !kept.has(id));
  if (missing.length > 0) {
    const found = await listPageStarts(db, missing);
    for (const id of missing) {
      kept.set(id, found.get(id) ?? []);
      const oldest = kept.size > KEPT_MAX ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
    }
  }
  return {
    pagesOf: (versionId) => kept.get(versionId) ?? [],
    pageAt: (versionId, documentIndex, at) =>
      kept
        .get(versionId)
        ?.findLast((page) => page.documentIndex < documentIndex || (page.documentIndex === documentIndex && page.startChar <= at))?.label,
  };
};
