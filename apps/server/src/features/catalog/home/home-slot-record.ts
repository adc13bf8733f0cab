/** Converts stored home slots to the objects of the API for editors. */
import type { HomeSlotRecord } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import { booksOfEntries, imageUrl, isListed } from '../collections/collection-cards.ts';
import { findCollectionById, listCollectionEntries } from '../collections/collection-store.ts';
import { findBook } from '../find-books.ts';
import type { HomeSlot } from './home-slot-store.ts';

/** Returns the title of the target of a home slot: empty for a URL, undefined if the target is deleted. */
export const titleOfTarget = async (
  db: Queryable,
  { targetType, target }: Pick<HomeSlot, 'targetType' | 'target'>,
): Promise<string | undefined> => {
  if (targetType === 'book') return (await findBook(db, target))?.title;
  if (targetType === 'collection') return (await findCollectionById(db, target))?.title;
  return '';
};

/** Returns why readers do not see a slot whose target exists. The home page applies the same rule (`home-page.ts`). */
const obstacleOf = async (
  db: Queryable,
  { targetType, target }: Pick<HomeSlot, 'targetType' | 'target'>,
): Promise<HomeSlotRecord['obstacle']> => {
  if (targetType === 'book') {
    const book = await findBook(db, target);
    return book === undefined || isListed(book) ? undefined : 'bookOffShelf';
  }
  const collection = targetType === 'collection' ? await findCollectionById(db, target) : undefined;
  if (collection === undefined) return undefined;
  if (!collection.visible) return 'collectionHidden';
  const books = await booksOfEntries(db, await listCollectionEntries(db, [target]));
  return [...books.values()].some(isListed) ? undefined : 'collectionEmpty';
};

export const toHomeSlotRecord = async (db: Queryable, { picture, startAt, endAt, ...slot }: HomeSlot): Promise<HomeSlotRecord> => {
  const [targetTitle, obstacle] = await Promise.all([titleOfTarget(db, slot), obstacleOf(db, slot)]);
  return {
    ...slot,
    ...imageUrl(picture),
    ...(targetTitle === undefined ? {} : { targetTitle }),
    ...(obstacle === undefined ? {} : { obstacle }),
    ...(startAt === undefined ? {} : { startAt }),
    ...(endAt === undefined ? {} : { endAt }),
  };
};
