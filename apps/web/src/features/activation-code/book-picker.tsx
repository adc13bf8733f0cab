/** Search field that finds books and lets the user choose one. */
import { buttonClass, Cluster, Stack, Text, TextField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './activation-code.module.css';
import { bookChoicesQuery } from './queries.ts';

export interface ChosenBook {
  readonly id: string;
  readonly title: string;
  /** Facts of a book that was found just now, with which a form can fill its fields. */
  readonly isbn?: string | undefined;
  readonly publisher?: string | undefined;
  readonly edition?: number | undefined;
}

interface BookPickerProps {
  readonly chosen: ChosenBook | undefined;
  readonly error?: string | undefined;
  /** Ref of the search field. */
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChoose: (book: ChosenBook | undefined) => void;
}

export const BookPicker = ({ chosen, error, inputRef, onChoose }: BookPickerProps) => {
  const [searchText, setSearchText] = useState('');
  const [submitted, setSubmitted] = useState('');
  const { data: books, isFetching, isError, refetch } = useQuery(bookChoicesQuery(submitted));
  if (chosen !== undefined) {
    return (
      <Stack gap={6} minWidth={0}>
        <span className={styles.label}>{codesText.claimBook}</span>
        <Cluster as="p" gap={[0, 12]} align="baseline">
          <strong>{chosen.title}</strong>
          <button type="button" className={styles.textButton} onClick={() => onChoose(undefined)}>
            {codesText.changeBook}
          </button>
        </Cluster>
      </Stack>
    );
  }
  const find = (): void => setSubmitted(searchText.trim());
  const handleKey = (event: KeyboardEvent): void => {
    // Enter starts the search; it must not submit the surrounding form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    find();
  };
  return (
    <Stack gap={8}>
      <TextField
        variant="soft"
        label={codesText.claimBook}
        placeholder={codesText.findBook}
        value={searchText}
        maxLength={100}
        error={error}
        ref={inputRef}
        onChange={setSearchText}
        onKeyDown={handleKey}
        action={
          <button type="button" className={buttonClass('quiet')} onClick={find}>
            {isFetching ? codesText.finding : codesText.find}
          </button>
        }
      />
      {isError ? (
        <Text as="p" size={13} tone="faint" role="status">
          {codesText.failed}
          <button type="button" className={styles.textButton} onClick={() => void refetch()}>
            {codesText.retry}
          </button>
        </Text>
      ) : null}
      {books?.length === 0 ? (
        <Text as="p" size={13} tone="faint" role="status">
          {codesText.noBookFound}
        </Text>
      ) : null}
      <ul className={styles.choices}>
        {books?.map((book) => (
          <li key={book.id}>
            <button type="button" className={styles.choice} onClick={() => onChoose(book)}>
              <span>{book.title}</span>
              <Text size={13} tone="faint">
                {book.authors}
              </Text>
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  );
};
