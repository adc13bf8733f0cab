/** A dialog that asks for confirmation before an action that cannot be undone. */
import type { ReactNode } from 'react';
import { buttonClass } from './button-class.ts';
import { ModalDialog } from './modal-dialog.tsx';
import styles from './reason-dialog.module.css';

interface ConfirmDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly isBusy?: boolean;
  /** Whether the action destroys data or takes rights away. */
  readonly isDestructive?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Description of the action that the user is asked to confirm. */
  readonly children: ReactNode;
}

export const ConfirmDialog = ({ title, confirmLabel, cancelLabel, onConfirm, onClose, children, ...more }: ConfirmDialogProps) => {
  const { isBusy = false, isDestructive = false } = more;
  return (
    <ModalDialog title={title} onClose={onClose}>
      <div className={styles.form}>
        {children}
        <div className={styles.actions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {cancelLabel}
          </button>
          <button
            type="button"
            className={buttonClass(isDestructive ? 'danger' : 'main')}
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) onConfirm();
            }}
          >
            {confirmLabel}
          </button>
        </div>
      </div>
    </ModalDialog>
  );
};
