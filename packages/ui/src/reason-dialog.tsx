/** A dialog that asks for the reason of an action. */
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DialogActions } from './dialog-actions.tsx';
import { TextAreaField } from './fields.tsx';
import { ModalDialog } from './modal-dialog.tsx';
import styles from './reason-dialog.module.css';

export interface ReasonDialogProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly maxLength: number;
  /** Error text that the dialog shows while the reason is missing. */
  readonly needText: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly isBusy?: boolean;
  /** Whether the action destroys data or takes rights away. */
  readonly isDestructive?: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  /** Called with the reason that the user entered, without surrounding white space and never empty. */
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

export const ReasonDialog = ({ title, lead, label, hint, maxLength, needText, confirmLabel, cancelLabel, ...more }: ReasonDialogProps) => {
  const { isBusy = false, isDestructive = false, reason, onReason, onConfirm, onClose } = more;
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const trimmed = reason.trim();
    flushSync(() => setMissing(trimmed === ''));
    if (trimmed === '') form.current?.querySelector('textarea')?.focus();
    else if (!isBusy) onConfirm(trimmed);
  };
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        {lead === undefined ? null : <p>{lead}</p>}
        <TextAreaField
          label={label}
          hint={hint}
          error={isMissing ? needText : undefined}
          rows={3}
          maxLength={maxLength}
          value={reason}
          onChange={onReason}
        />
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
