/** Determines whether a user may rate a book, and converts ratings for readers. */
import { type MayRate, type MyRating, mayReadAll } from '@shufang/contract';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { UseCaseOutput } from '../../../platform/http/register.ts';
import type { VisibleBook } from '../book-page/visible-book.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import type { StoredRating } from './rating-store.ts';

export const mayRateBook = async (
  { hasOpened }: Pick<CatalogDependencies, 'hasOpened'>,
  { reader }: CallContext,
  { book, right }: VisibleBook,
): Promise<MayRate> => {
  if (reader === undefined) return 'signIn';
  if (right.source === 'staff' || right.source === 'author') return 'staff';
  if (!mayReadAll(right)) return 'noRight';
  return (await hasOpened(reader.userId, book.id)) ? 'yes' : 'notOpened';
};

export const viewRating = (
  { id, stars, body, createdAt, updatedAt }: StoredRating,
  author: string,
): UseCaseOutput<'listRatings'>['items'][number] => ({
  id,
  stars,
  body,
  author,
  createdAt,
  updatedAt,
});

/** Converts the caller's own rating for the API, with the reason if it is hidden. */
export const viewMyRating = (rating: StoredRating, author: string): MyRating => ({
  ...viewRating(rating, author),
  ...(rating.hidden ? { hiddenReason: rating.hiddenReason } : {}),
});
