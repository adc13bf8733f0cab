/** Search and order of a list of the 书房, as the address holds them beside what else it says. */
import { SearchInput } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-controls.module.css';

export type ListSort = keyof typeof bookshelfText.listSorts;

interface ListChoices {
  readonly text: string;
  readonly sort: ListSort | undefined;
  /** Of this list, with one thing said otherwise; `undefined` takes it out. */
  readonly hrefWith: (name: string, value: string | undefined) => string;
  readonly change: (name: 'q' | 'sort', value: string | undefined) => void;
}

/** The first of `sorts` is the list's own order. */
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

/** Whether a title or its authors hold the words looked for. */
export const holdsText = (words: readonly (string | undefined)[], text: string): boolean =>
  words.filter(Boolean).join(' ').toLowerCase().includes(text.trim().toLowerCase());

interface ListToolsProps {
  readonly choices: ListChoices;
  readonly sorts: readonly ListSort[];
}

export const ListTools = ({ choices: { text, sort, change }, sorts }: ListToolsProps) => (
  <div className={styles.controls}>
    <SearchInput
      className={`${styles.input} ${styles.search}`}
      aria-label={bookshelfText.searchHere}
      placeholder={bookshelfText.searchPlaceholder}
      value={text}
      onChange={(words) => change('q', words)}
    />
    {sorts.length < 2 ? null : (
      <label className={styles.field}>
        <span>{bookshelfText.sort}</span>
        <select className={styles.select} value={sort} onChange={(event) => change('sort', event.target.value)}>
          {sorts.map((each) => (
            <option key={each} value={each}>
              {bookshelfText.listSorts[each]}
            </option>
          ))}
        </select>
      </label>
    )}
  </div>
);
