/** Chooses one book by a few words. */
import { buttonClass } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './commerce.module.css';
import { Field } from './field.tsx';
import { bookChoicesQuery } from './queries.ts';

export interface ChosenBook {
  readonly id: string;
  readonly title: string;
}

interface BookPickerProps {
  readonly chosen: ChosenBook | undefined;
  readonly fault?: string | undefined;
  readonly onChoose: (book: ChosenBook | undefined) => void;
}

export const BookPicker = ({ chosen, fault, onChoose }: BookPickerProps) => {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const { data: books, isFetching, isError, refetch } = useQuery(bookChoicesQuery(asked));
  if (chosen !== undefined) {
    return (
      <div className={styles.field}>
        <span className={styles.label}>{codesText.claimBook}</span>
        <p className={styles.chosen}>
          <strong>{chosen.title}</strong>
          <button type="button" className={styles.textButton} onClick={() => onChoose(undefined)}>
            {codesText.changeBook}
          </button>
        </p>
      </div>
    );
  }
  const find = (): void => setAsked(words.trim());
  const handleKey = (event: KeyboardEvent): void => {
    // The form around it is not meant.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    find();
  };
  return (
    <div className={styles.picker}>
      <Field
        label={codesText.claimBook}
        placeholder={codesText.findBook}
        value={words}
        maxLength={100}
        fault={fault}
        onValue={setWords}
        onKeyDown={handleKey}
      >
        <button type="button" className={buttonClass('quiet')} onClick={find}>
          {isFetching ? codesText.finding : codesText.find}
        </button>
      </Field>
      {isError ? (
        <p className={styles.faint} role="status">
          {codesText.failed}
          <button type="button" className={styles.textButton} onClick={() => void refetch()}>
            {codesText.retry}
          </button>
        </p>
      ) : null}
      {books?.length === 0 ? (
        <p className={styles.faint} role="status">
          {codesText.noBookFound}
        </p>
      ) : null}
      <ul className={styles.choices}>
        {books?.map((book) => (
          <li key={book.id}>
            <button type="button" className={styles.choice} onClick={() => onChoose(book)}>
              <span>{book.title}</span>
              <span className={styles.faint}>{book.authors}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
