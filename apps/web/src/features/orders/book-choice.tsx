/** The choice of books of one order, some of which may not be to be had. */
import type { ReactNode } from 'react';
import styles from './book-choice.module.css';

interface BookChoiceProps {
  readonly legend: string;
  readonly books: readonly { readonly bookId: string; readonly words: ReactNode; readonly isFixed?: boolean }[];
  readonly chosen: readonly string[];
  /** The ids that are chosen now. */
  readonly onChoose: (bookIds: readonly string[]) => void;
  /** Said below them. */
  readonly children?: ReactNode;
}

export const BookChoice = ({ legend, books, chosen, onChoose, children }: BookChoiceProps) => (
  <fieldset className={styles.which}>
    <legend>{legend}</legend>
    {books.map(({ bookId, words, isFixed = false }) => (
      <label key={bookId}>
        <input
          type="checkbox"
          disabled={isFixed}
          checked={chosen.includes(bookId)}
          onChange={({ currentTarget: { checked } }) => onChoose(checked ? [...chosen, bookId] : chosen.filter((id) => id !== bookId))}
        />
        <span>{words}</span>
      </label>
    ))}
    {children}
  </fieldset>
);
