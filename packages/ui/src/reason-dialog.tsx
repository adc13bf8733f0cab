/** A dialog that asks for the reason of an action. */
import type { SubmitEvent } from 'react';
import { DialogActions } from './dialog-actions.tsx';
import { TextAreaField, type ValueProps } from './fields.tsx';
import { ModalDialog } from './modal-dialog.tsx';
import styles from './reason-dialog.module.css';

export interface ReasonDialogProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly maxLength: number;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly isBusy?: boolean;
  /** Whether the action destroys data or takes rights away. */
  readonly isDestructive?: boolean;
  /** Attributes that connect the text field with the form. */
  readonly field: ValueProps<HTMLTextAreaElement>;
  readonly error?: string | undefined;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly onClose: () => void;
}

export const ReasonDialog = ({
  title,
  lead,
  label,
  hint,
  maxLength,
  confirmLabel,
  cancelLabel,
  field,
  error,
  ...more
}: ReasonDialogProps) => {
  const { isBusy = false, isDestructive = false, onSubmit, onClose } = more;
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        {lead === undefined ? null : <p>{lead}</p>}
        <TextAreaField label={label} hint={hint} error={error} rows={3} maxLength={maxLength} {...field} />
        <DialogActions
          cancelLabel={cancelLabel}
          submitLabel={confirmLabel}
          isBusy={isBusy}
          isDestructive={isDestructive}
          onCancel={onClose}
        />
      </form>
    </ModalDialog>
  );
};
