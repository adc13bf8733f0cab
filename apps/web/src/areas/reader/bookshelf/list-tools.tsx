/** Search field and sort order of a list on the bookshelf (书房), stored in the URL. */
import { SearchInput, Select } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-controls.module.css';

export type ListSort = keyof typeof bookshelfText.listSorts;

interface ListChoices {
  readonly text: string;
  readonly sort: ListSort | undefined;
  /** Returns the URL of the list with one parameter changed; `undefined` removes the parameter. */
  readonly hrefWith: (name: string, value: string | undefined) => string;
  readonly change: (name: 'q' | 'sort', value: string | undefined) => void;
}

/** Reads the search text and the sort order from the URL. The first of `sorts` is the default order. */
export const useListChoices = (path: string, sorts: readonly ListSort[]): ListChoices => {
  const [params, setParams] = useSearchParams();
  const paramsWith = (name: string, value: string | undefined): URLSearchParams => {
    const next = new URLSearchParams(params);
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
    return next;
  };
  return {
    text: params.get('q') ?? '',
    sort: sorts.find((sort) => sort === params.get('sort')) ?? sorts[0],
    hrefWith: (name, value) => `${path}?${paramsWith(name, value).toString()}`,
    change: (name, value) => setParams(paramsWith(name, value === sorts[0] ? undefined : value), { replace: true }),
  };
};

/** Returns whether one of the fields of a book, such as title and authors, contains the text. */
export const containsText = (fields: readonly (string | undefined)[], text: string): boolean =>
  fields.filter(Boolean).join(' ').toLowerCase().includes(text.trim().toLowerCase());

interface ListToolsProps {
  readonly choices: ListChoices;
  readonly sorts: readonly ListSort[];
}

export const ListTools = ({ choices: { text, sort, change }, sorts }: ListToolsProps) => (
  <div className={styles.controls}>
    <SearchInput
      className={styles.search}
      aria-label={bookshelfText.searchHere}
      placeholder={bookshelfText.searchPlaceholder}
      value={text}
      onChange={(text) => change('q', text)}
    />
    {sorts.length < 2 ? null : (
      <label className={styles.field}>
        <span>{bookshelfText.sort}</span>
        <Select value={sort ?? ''} onChange={(value) => change('sort', value)}>
          {sorts.map((each) => (
            <option key={each} value={each}>
              {bookshelfText.listSorts[each]}
            </option>
          ))}
        </Select>
      </label>
    )}
  </div>
);
