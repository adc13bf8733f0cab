import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { accessRight, bookCard } from './book-card.ts';
import { collectionCard } from './collection.ts';

/** One book of a collection with the editor's note. `isListed`: false if the book is off the shelf. */
export const collectionItem = z.object({ book: bookCard, right: accessRight, isListed: z.boolean(), note: z.string() });

export type CollectionItem = z.output<typeof collectionItem>;

export const getCollection = operation({
  name: 'getCollection',
  method: 'GET',
  path: '/api/collection/get',
  summary: '专题、丛书与书单',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ id: entityId }),
  output: z.object({
    collection: collectionCard,
    curator: z.string(),
    updatedAt: z.number().int(),
    items: z.array(collectionItem),
    totals: z.object({ books: z.number().int(), chars: z.number().int(), owned: z.number().int() }),
    /**
     * At most 4 other collections: first those that share books with this one, the most shared books first; then others of the same kind.
     */
    related: z.array(collectionCard),
  }),
  errors: ['catalog.collectionNotFound'],
});
