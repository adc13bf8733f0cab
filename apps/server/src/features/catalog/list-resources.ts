/** Pictures, tables, formulas, audio and video of a book, each with its place and whether this person may open it. */
import {
  type BookResource,
  LIMITS,
  type listBookResources as listOperation,
  type OutputOf,
  type ParsedInputOf,
  resourceKind,
} from '@shufang/contract';
import { z } from 'zod';
import type { CallContext } from '../../platform/http/call-context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { type BookInfoDependencies, findVisibleBook } from './get-book-info.ts';
import { countResources, type FoundResource, listResources } from './resource-store.ts';
import { listPassagesOfDocument, type MatchingPassage } from './search-store.ts';

const TITLE_CHARS = 120;

/** Text of a block as far as the search knows it. */
const textOf = (passages: readonly MatchingPassage[], blockId: string | undefined): string => {
  for (const { text, blockOffsets } of passages) {
    const at = blockOffsets.findIndex(([id]) => id === blockId);
    const start = blockOffsets[at]?.[1];
    if (start !== undefined)
      return text
        .slice(Math.max(0, start), blockOffsets[at + 1]?.[1])
        .replaceAll(/\s+/g, ' ')
        .trim();
  }
  return '';
};

const clip = (text: string, max: number): string => {
  const chars = [...text];
  return chars.length > max ? `${chars.slice(0, max - 1).join('')}…` : text;
};

/** Throws `catalog.bookNotFound`, `request.invalid` for a cursor that is none of ours. */
export const listBookResources = async (
  deps: BookInfoDependencies,
  context: CallContext,
  { bookId, kind: wanted, cursor, limit }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  const { book, version, right } = await findVisibleBook(deps, context, bookId);
  const found = await countResources(deps.db, version.id);
  const counts = resourceKind.options.flatMap((kind) => {
    const count = found.get(kind) ?? 0;
    return count === 0 ? [] : [{ kind, count }];
  });
  const kind = wanted ?? counts[0]?.kind;
  if (kind === undefined) return { counts, items: [] };
  const [after] = readCursor(cursor, z.tuple([z.number().int()])) ?? [];
  const page = await listResources(deps.db, { versionId: version.id, kind, after, limit: limit + 1 });
  const shown = page.slice(0, limit);
  const order = version.manifest.readingOrder;
  const passages = new Map<number, readonly MatchingPassage[]>();
  for (const index of new Set(shown.map(({ documentIndex }) => documentIndex))) {
    passages.set(index, await listPassagesOfDocument(deps.db, version.id, order[index]?.href ?? ''));
  }
  const openAt = deps.openDocuments(version.manifest, right, book);
  const view = ({ blockId, documentIndex, captionId }: FoundResource): BookResource => {
    const around = passages.get(documentIndex) ?? [];
    const open = openAt[documentIndex] === true;
    const words = textOf(around, captionId) || textOf(around, blockId);
    const passage = around.findLast(({ blockOffsets }) => blockOffsets.some(([id]) => id === blockId)) ?? around[0];
    return {
      kind,
      title: clip(words, open ? TITLE_CHARS : LIMITS.lockedSnippetChars),
      chapter: passage?.chapterTitle ?? order[documentIndex]?.title ?? '',
      open,
      locator: { href: order[documentIndex]?.href ?? '', locations: { block: { blockId, offset: 0 } } },
    };
  };
  const last = page.length > limit ? shown.at(-1) : undefined;
  return { counts, kind, items: shown.map(view), ...(last === undefined ? {} : { next: writeCursor([last.position]) }) };
};
