/** Lists figures, tables, formulas, audio and video of a book with their locations and whether this user may open them. */
import { type BookResource, resourceKind } from '@shufang/contract';
import { toReadableText } from '@shufang/contract/formula-text';
import { z } from 'zod';
import { pageOf, readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { previewsOfList } from '../search/locked-previews.ts';
import { listPassagesOfDocument, type MatchingPassage } from '../search/search-store.ts';
import { LOCKED_CHARS } from '../search/view-extras.ts';
import { countResources, type FoundResource, listResources } from './resource-store.ts';
import { findVisibleBook } from './visible-book.ts';

const TITLE_CHARS = 120;

/** Returns the text of a block, as far as it is in the search index. */
const textOf = (passages: readonly MatchingPassage[], blockId: string | undefined): string => {
  for (const { text, blockOffsets, formulas } of passages) {
    const at = blockOffsets.findIndex(([id]) => id === blockId);
    const start = blockOffsets[at]?.[1];
    if (start !== undefined)
      return toReadableText(text, formulas, { from: Math.max(0, start), to: blockOffsets[at + 1]?.[1] ?? text.length })
        .text.replaceAll(/\s+/g, ' ')
        .trim();
  }
  return '';
};

const clip = (text: string, max: number): string => {
  const chars = [...text];
  return chars.length > max ? `${chars.slice(0, max - 1).join('')}…` : text;
};

/** Returns a page of resources. Throws `catalog.bookNotFound`, `request.invalid` for an invalid cursor. */
export const listBookResources: UseCase<'listBookResources', CatalogDependencies> = async (
  dependencies,
  caller,
  { bookId, kind: requestedKind, cursor, limit },
) => {
  const { db } = dependencies;
  const { book, version, right } = await findVisibleBook(dependencies, caller, bookId);
  const found = await countResources(db.orm, version.id);
  const counts = resourceKind.options.flatMap((kind) => {
    const count = found.get(kind) ?? 0;
    return count === 0 ? [] : [{ kind, count }];
  });
  const kind = requestedKind ?? counts[0]?.kind;
  if (kind === undefined) return { counts, items: [] };
  const [after] = readCursor(cursor, z.tuple([z.number().int()])) ?? [];
  const listed = await listResources(db.orm, { versionId: version.id, kind, after, limit: limit + 1 });
  const { items: shown, next } = pageOf(listed, limit, ({ position }) => writeCursor([position]));
  const order = version.manifest.readingOrder;
  const passages = new Map<number, readonly MatchingPassage[]>();
  for (const index of new Set(shown.map(({ documentIndex }) => documentIndex))) {
    passages.set(index, await listPassagesOfDocument(db.orm, version.id, order[index]?.href ?? ''));
  }
  const openAt = dependencies.openDocuments(version.manifest, right, book);
  const previews = previewsOfList(dependencies.previews, caller);
  const view = async ({ blockId, documentIndex, captionId }: FoundResource): Promise<BookResource> => {
    const around = passages.get(documentIndex) ?? [];
    const open = openAt[documentIndex] === true;
    const text = textOf(around, captionId) || textOf(around, blockId);
    const passage = around.findLast(({ blockOffsets }) => blockOffsets.some(([id]) => id === blockId)) ?? around[0];
    const isShown = open || (text !== '' && (await previews.take(bookId, `resource ${version.id} ${blockId}`)));
    return {
      kind,
      title: isShown ? clip(text, open ? TITLE_CHARS : LOCKED_CHARS) : '',
      chapter: passage?.chapterTitle ?? order[documentIndex]?.title ?? '',
      open,
      locator: { href: order[documentIndex]?.href ?? '', locations: open ? { block: { blockId, offset: 0 } } : {} },
    };
  };
  const items: BookResource[] = [];
  for (const resource of shown) items.push(await view(resource));
  return { counts, kind, items, ...(next === undefined ? {} : { next }) };
};
