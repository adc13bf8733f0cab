/** A search field inside another form: Enter searches and does not submit the form. */
import { buttonClass, Grid, TextField } from '@shufang/ui';
import type { KeyboardEvent } from 'react';
import styles from './find-row.module.css';

interface FindRowProps {
  readonly label: string;
  readonly findLabel: string;
  readonly placeholder?: string;
  readonly maxLength: number;
  readonly query: string;
  readonly isBusy: boolean;
  readonly onQueryChange: (words: string) => void;
  readonly onFind: () => void;
}

export const FindRow = ({ label, findLabel, placeholder, maxLength, query, isBusy, onQueryChange, onFind }: FindRowProps) => {
  const handleKey = (event: KeyboardEvent): void => {
    // Enter must not submit the surrounding form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onFind();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in the field searches instead of sending the form
    <Grid gap={12} className={styles.row} onKeyDown={handleKey}>
      <TextField label={label} maxLength={maxLength} value={query} onChange={onQueryChange} {...(placeholder && { placeholder })} />
      <button type="button" className={buttonClass('quiet')} aria-disabled={isBusy} onClick={onFind}>
        {findLabel}
      </button>
    </Grid>
  );
};
