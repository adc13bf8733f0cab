/** Checkboxes for the books of one order; unavailable books are disabled. */
import { CheckboxOption, Stack } from '@shufang/ui';
import type { ReactNode } from 'react';
import styles from './book-choice.module.css';

interface BookChoiceProps {
  readonly legend: string;
  readonly books: readonly { readonly bookId: string; readonly label: ReactNode; readonly isFixed?: boolean }[];
  readonly chosen: readonly string[];
  /** Called with the ids of the selected books. */
  readonly onChoose: (bookIds: readonly string[]) => void;
  /** Hint below the checkboxes. */
  readonly children?: ReactNode;
}

export const BookChoice = ({ legend, books, chosen, onChoose, children }: BookChoiceProps) => (
  <Stack as="fieldset" gap={8} minWidth={0} className={styles.which}>
    <legend>{legend}</legend>
    {books.map(({ bookId, label, isFixed = false }) => (
      <CheckboxOption
        key={bookId}
        look="small"
        align="baseline"
        disabled={isFixed}
        checked={chosen.includes(bookId)}
        onChange={(checked) => onChoose(checked ? [...chosen, bookId] : chosen.filter((id) => id !== bookId))}
      >
        <span>{label}</span>
      </CheckboxOption>
    ))}
    {children}
  </Stack>
);
