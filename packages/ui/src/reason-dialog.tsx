/** Asks for the reason of an act before it is done. */
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
  /** Said where the reason is left out. */
  readonly needText: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly isBusy?: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  /** Without spaces around it; never empty. */
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

export const ReasonDialog = ({ title, lead, label, hint, maxLength, needText, confirmLabel, cancelLabel, ...more }: ReasonDialogProps) => {
  const { isBusy = false, reason, onReason, onConfirm, onClose } = more;
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = reason.trim();
    flushSync(() => setMissing(given === ''));
    if (given === '') form.current?.querySelector('textarea')?.focus();
    else if (!isBusy) onConfirm(given);
  };
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        {lead === undefined ? null : <p>{lead}</p>}
        <TextAreaField
          label={label}
          hint={hint}
          fault={isMissing ? needText : undefined}
          rows={3}
          maxLength={maxLength}
          value={reason}
          onChange={onReason}
        />
        <DialogActions cancelLabel={cancelLabel} submitLabel={confirmLabel} isBusy={isBusy} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};
