/** Personal data of the bookshelf slice: books on the shelf, groups, favorites. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteShelfOf, listFavoriteRecords, listShelfGroups, listShelfItems } from './store.ts';

export const bookshelfData: PersonalDataHolder = {
  slice: 'bookshelf',
  exportOf: async (db, userId) => [
    exportedJson('bookshelf.json', '书架：书架上的书、分组与收藏', {
      items: (await listShelfItems(db, userId)).map(({ fields }) => fields),
      groups: (await listShelfGroups(db, userId)).map(({ fields }) => fields),
      favorites: (await listFavoriteRecords(db, userId)).map(({ fields }) => fields),
    }),
  ],
  eraseOf: deleteShelfOf,
};
