/** The foot of a form in a dialog: the way out, and what it is for. */
import { buttonClass } from './button-class.ts';
import styles from './reason-dialog.module.css';

interface DialogActionsProps {
  readonly cancelLabel: string;
  readonly submitLabel: string;
  /** Said of the button, which stays where the keyboard is; the form itself sends nothing twice. */
  readonly isBusy?: boolean;
  readonly onCancel: () => void;
}

export const DialogActions = ({ cancelLabel, submitLabel, isBusy = false, onCancel }: DialogActionsProps) => (
  <div className={styles.actions}>
    <button type="button" className={buttonClass('quiet')} onClick={onCancel}>
      {cancelLabel}
    </button>
    <button type="submit" className={buttonClass()} aria-disabled={isBusy}>
      {submitLabel}
    </button>
  </div>
);
