/** The filters of the book list at `/book/list`, stored in the URL. */
import { accessModel, bookSort, bookSource, type InputOf, type queryBooks } from '@shufang/contract';

export const bookListViews = ['grid', 'rows'] as const;
export type BookListView = (typeof bookListViews)[number];

export type BookListChoices = Pick<InputOf<typeof queryBooks>, 'source' | 'id' | 'category' | 'access' | 'language' | 'sort'>;

/** Reads the filters from the URL; a filter with an invalid value counts as not set. */
export const bookListChoicesOf = (params: URLSearchParams): BookListChoices => {
  const text = (name: string, max: number): string | undefined => params.get(name)?.slice(0, max) || undefined;
  const source = bookSource.safeParse(params.get('source')).data ?? 'new';
  const [id, category, language] = [text('id', 200), text('category', 64), text('language', 16)];
  const access = source === 'free' ? undefined : accessModel.safeParse(params.get('access')).data;
  const sort = bookSort.safeParse(params.get('sort')).data;
  return {
    source,
    ...(id === undefined ? {} : { id }),
    ...(category === undefined ? {} : { category }),
    ...(access === undefined ? {} : { access }),
    ...(language === undefined ? {} : { language }),
    ...(sort === undefined || sort === 'default' ? {} : { sort }),
  };
};

export const bookListViewOf = (params: URLSearchParams): BookListView =>
  bookListViews.find((view) => view === params.get('view')) ?? 'grid';

export const BOOK_LIST_PATH = '/book/list';

/** Returns the URL of the list with the given filters. */
export const bookListAddress = (
  choices: { readonly [Name in keyof BookListChoices]: BookListChoices[Name] | undefined },
  view: BookListView = 'grid',
): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...choices, view })) {
    if (value !== undefined && value !== 'default' && value !== '' && !(name === 'view' && value === 'grid')) params.set(name, value);
  }
  return `${BOOK_LIST_PATH}?${params.toString()}`;
};
