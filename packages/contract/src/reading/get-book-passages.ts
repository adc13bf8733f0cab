import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** One part of the text of a book, as the search index has it. */
export const bookPassage = z.object({
  href: z.string(),
  chapterTitle: z.string(),
  /** Index of the document in the reading order. */
  documentIndex: z.number().int(),
  /** Offset of the first character of `text` in the text of the document, UTF-16 units. */
  startChar: z.number().int(),
  text: z.string(),
  /** Ids of the blocks with the offset of their first character in `text`, in order. */
  blockOffsets: z.array(z.tuple([z.string(), z.number().int()])),
  /** The formulas in `text`, in order. */
  formulas: z.array(z.object({ start: z.number().int(), end: z.number().int(), unicode: z.string(), tex: z.string() })),
});

/**
 * Returns the searchable text of a version in reading order, to a device with a lease of the version: it searches in the book
 * without a network, with the functions of the server. A version never changes, so clients store the response.
 */
export const getBookPassages = operation({
  name: 'getBookPassages',
  method: 'GET',
  path: '/api/offline/passages',
  summary: '整本书的检索文本',
  permission: 'ownAccount',
  isImmutable: true,
  input: z.object({ bookId: entityId, versionId: entityId }),
  output: z.object({ passages: z.array(bookPassage) }),
  errors: ['catalog.bookNotFound', 'entitlement.notEntitled', 'offline.otherDevice'],
});
