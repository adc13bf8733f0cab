/** Finds books in any state by a few words, for taking one or several of them. */
import { listDeskBooks } from '@shufang/contract';
import { StateBadge } from '@shufang/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import { FindRow } from '../../platform/records/find-row.tsx';
import styles from './desk-book-finder.module.css';
import { type DeskBookRow, STATE_TONES } from './desk-books.tsx';

const text = deskCatalogueText.finder;
const SHOWN = 8;

interface DeskBookFinderProps {
  /** Ids of those that are taken. */
  readonly taken: readonly string[];
  /** What is done with a book: added to others, or chosen as the only one. */
  readonly verb: 'add' | 'choose';
  readonly onTake: (book: DeskBookRow) => void;
}

export const DeskBookFinder = ({ taken, verb, onTake }: DeskBookFinderProps) => {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState<string>();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['catalog', 'desk-finder', asked],
    queryFn: ({ signal }) => call(listDeskBooks, { q: asked ?? '', limit: SHOWN }, { signal }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });
  const find = (): void => setAsked(words.trim());
  const books = asked === undefined ? undefined : data?.items;
  return (
    <div className={styles.finder}>
      <FindRow
        label={text.search}
        findLabel={text.find}
        placeholder={text.searchHint}
        maxLength={100}
        words={words}
        isBusy={isFetching}
        onWords={setWords}
        onFind={find}
      />
      {isError ? (
        <p className={styles.fault} role="alert">
          {text.failed}
          <button type="button" className={styles.retry} onClick={() => void refetch()}>
            {deskText.retry}
          </button>
        </p>
      ) : null}
      {books?.length === 0 ? (
        <p className={styles.none} role="status">
          {text.none}
        </p>
      ) : null}
      {books === undefined || books.length === 0 ? null : (
        <ul className={styles.found} aria-label={text.results}>
          {books.map((book) => (
            <li key={book.bookId} className={styles.book}>
              <span className={styles.words}>
                {book.title}
                <span className={styles.authors}>{book.authors}</span>
              </span>
              {book.state === 'published' ? null : <StateBadge tone={STATE_TONES[book.state]}>{importText.shelf[book.state]}</StateBadge>}
              {taken.includes(book.bookId) ? (
                <span className={styles.taken}>{text.added}</span>
              ) : (
                <button
                  type="button"
                  className={styles.take}
                  aria-label={verb === 'add' ? text.addOf(book.title) : text.chooseOf(book.title)}
                  onClick={() => onTake(book)}
                >
                  {text[verb]}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
