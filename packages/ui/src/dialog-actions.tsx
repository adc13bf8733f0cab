/** The footer of a form in a dialog: the cancel button and the submit button. */
import { buttonClass } from './button-class.ts';
import styles from './reason-dialog.module.css';

interface DialogActionsProps {
  readonly cancelLabel: string;
  readonly submitLabel: string;
  /**
   * Whether the form is being submitted. The submit button announces it and keeps the focus; the form itself prevents a second submission.
   */
  readonly isBusy?: boolean;
  /** Whether the action destroys data or takes rights away. */
  readonly isDestructive?: boolean;
  readonly onCancel: () => void;
}

export const DialogActions = ({ cancelLabel, submitLabel, isBusy = false, isDestructive = false, onCancel }: DialogActionsProps) => (
  <div className={styles.actions}>
    <button type="button" className={buttonClass('quiet')} onClick={onCancel}>
      {cancelLabel}
    </button>
    <button type="submit" className={buttonClass(isDestructive ? 'danger' : 'main')} aria-disabled={isBusy}>
      {submitLabel}
    </button>
  </div>
);
