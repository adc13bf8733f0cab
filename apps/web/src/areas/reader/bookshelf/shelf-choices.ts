/** Filters and sort order of the shelf, stored in the URL. */
import { type ShelfBook, type ShelfSort, shelfSorts } from '../../../features/bookshelf/arrange-shelf.ts';

/** Ids in the URL for two groups that the user did not create: books without a group, and hidden books. */
export const NO_GROUP = 'none';
export const HIDDEN = 'hidden';

export interface ShelfChoices {
  /** Id of the shown group, or `none` or `hidden`; undefined shows all books that are not hidden. */
  readonly group: string | undefined;
  readonly sort: ShelfSort;
  readonly text: string;
}

export const shelfChoicesOf = (params: URLSearchParams): ShelfChoices => ({
  group: params.get('group') || undefined,
  sort: shelfSorts.find((sort) => sort === params.get('sort')) ?? 'recent',
  text: params.get('q') ?? '',
});

export const shelfQuery = ({ group, sort, text }: ShelfChoices): string => {
  const params = new URLSearchParams();
  if (group !== undefined) params.set('group', group);
  if (sort !== 'recent') params.set('sort', sort);
  if (text !== '') params.set('q', text);
  return `?${params.toString()}`;
};

/** Returns whether a book belongs to a group. Books of a deleted group belong to no group. */
export const isInGroup = ({ item }: ShelfBook, group: string | undefined, groupIds: ReadonlySet<string>): boolean => {
  if (group === HIDDEN) return item.hidden === true;
  if (item.hidden === true) return false;
  if (group === undefined) return true;
  const ownGroup = item.groupId !== undefined && groupIds.has(item.groupId) ? item.groupId : NO_GROUP;
  return ownGroup === group;
};

export const matchesText = ({ card }: ShelfBook, text: string): boolean => {
  const query = text.trim().toLowerCase();
  return query === '' || `${card?.book.title ?? ''} ${card?.book.authors ?? ''}`.toLowerCase().includes(query);
};
