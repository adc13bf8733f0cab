/** What is shown of the shelf and how, as the address holds it. */
import { type ShelfBook, type ShelfSort, shelfSorts } from '../../features/bookshelf/arrange-shelf.ts';

/** Groups that are not the person's own. */
export const NO_GROUP = 'none';
export const HIDDEN = 'hidden';

export interface ShelfChoices {
  /** A group's id, `none`, `hidden`, or absent for all that is not hidden. */
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

/** Whether a book belongs to a group; a group that is gone has none, and its books count as in no group. */
export const isInGroup = ({ item }: ShelfBook, group: string | undefined, known: ReadonlySet<string>): boolean => {
  if (group === HIDDEN) return item.hidden === true;
  if (item.hidden === true) return false;
  if (group === undefined) return true;
  const own = item.groupId !== undefined && known.has(item.groupId) ? item.groupId : NO_GROUP;
  return own === group;
};

export const matchesText = ({ card }: ShelfBook, text: string): boolean => {
  const wanted = text.trim().toLowerCase();
  return wanted === '' || `${card?.book.title ?? ''} ${card?.book.authors ?? ''}`.toLowerCase().includes(wanted);
};
