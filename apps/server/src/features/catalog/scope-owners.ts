/**
 * Finds the owner of a book, collection, rating or short link that an admin operation names, to check it against the caller's access scope.
 */
import type { OwnerOf } from '../authorization/access-scope.ts';
import { ownerByBook, ownerOfBooks } from '../publication/versions/publisher-scope.ts';
import { findCollectionById, ownerOfCollection } from './collections/collection-store.ts';
import { findRating } from './ratings/rating-store.ts';
import { ownerOfShortLink } from './short-links/link-target.ts';

export const catalogOwners = {
  book: (db, id) => ownerOfBooks(db, [id]),
  collection: async (db, id) => {
    const found = await findCollectionById(db, id);
    return found && ownerOfCollection(found);
  },
  rating: ownerByBook(findRating),
  shortLink: ownerOfShortLink,
} satisfies Record<string, OwnerOf>;
