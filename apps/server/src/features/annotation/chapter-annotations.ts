/** The annotations of a user in chapters of a book, as an assignment counts and copies them. */
import { readableQuote } from '@shufang/contract/formula-text';
import type { Queryable } from '../../platform/database.ts';
import { listAnnotationsInDocuments } from './store.ts';

/** A highlight or a note. */
export interface ChapterAnnotation {
  readonly id: string;
  readonly kind: 'highlight' | 'note';
  readonly quote: string;
  readonly note: string;
  readonly href: string;
  readonly block: { readonly blockId: string; readonly offset: number };
  readonly at: number;
}

/** Returns the first `limit` highlights and notes of a user in these documents, in the order of the book, and whether there are more. */
export const listChapterAnnotations = async (
  db: Queryable,
  where: { readonly userId: string; readonly bookId: string; readonly hrefs: readonly string[] },
  limit: number,
): Promise<{ readonly items: ChapterAnnotation[]; readonly isCut: boolean }> => {
  const found = await listAnnotationsInDocuments(db, where, limit + 1);
  return {
    items: found.slice(0, limit).flatMap(({ id, kind, target, body, createdAt }) =>
      kind === 'bookmark'
        ? []
        : {
            id,
            kind,
            quote: readableQuote(target.quote, 'unicode').exact,
            note: body,
            href: target.href,
            block: target.blocks.start,
            at: createdAt,
          },
    ),
    isCut: found.length > limit,
  };
};
