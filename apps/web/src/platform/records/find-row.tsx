/** Words to find something by, inside a form that is about something else: Enter finds and does not send the form. */
import { buttonClass, TextField } from '@shufang/ui';
import type { KeyboardEvent } from 'react';
import styles from './find-row.module.css';

interface FindRowProps {
  readonly label: string;
  readonly findLabel: string;
  readonly placeholder?: string;
  readonly maxLength: number;
  readonly words: string;
  readonly isBusy: boolean;
  readonly onWords: (words: string) => void;
  readonly onFind: () => void;
}

export const FindRow = ({ label, findLabel, placeholder, maxLength, words, isBusy, onWords, onFind }: FindRowProps) => {
  const handleKey = (event: KeyboardEvent): void => {
    // The form around it is not meant.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onFind();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in the field searches instead of sending the form
    <div className={styles.row} onKeyDown={handleKey}>
      <TextField label={label} maxLength={maxLength} value={words} onChange={onWords} {...(placeholder && { placeholder })} />
      <button type="button" className={buttonClass('quiet')} aria-disabled={isBusy} onClick={onFind}>
        {findLabel}
      </button>
    </div>
  );
};
