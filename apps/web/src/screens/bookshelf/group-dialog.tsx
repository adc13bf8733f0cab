/** Asks for a group's name, or whether it is to go. */

import { LIMITS } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { type FormEvent, useId, useState } from 'react';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-controls.module.css';

interface NameDialogProps {
  readonly title: string;
  /** What the name is of. */
  readonly label?: string;
  readonly name?: string;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

export const GroupNameDialog = ({ title, label = bookshelfText.groupName, name = '', onSave, onClose }: NameDialogProps) => {
  const [typed, setTyped] = useState(name);
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === '') setMissing(true);
    else onSave(typed.trim());
  };
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          className={styles.input}
          value={typed}
          maxLength={LIMITS.shelfGroupNameChars}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? `${id}-fault` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        {isMissing ? (
          <p id={`${id}-fault`} className={styles.fault} role="alert">
            {bookshelfText.nameMissing(label)}
          </p>
        ) : null}
        <p className={styles.buttons}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {bookshelfText.cancel}
          </button>
          <button type="submit" className={buttonClass()}>
            {bookshelfText.save}
          </button>
        </p>
      </form>
    </ModalDialog>
  );
};

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const ConfirmDialog = ({ title, text, verb, onConfirm, onClose }: ConfirmDialogProps) => (
  <ModalDialog title={title} onClose={onClose}>
    <p className={styles.question}>{text}</p>
    <p className={styles.buttons}>
      <button type="button" className={buttonClass('quiet')} onClick={onClose}>
        {bookshelfText.cancel}
      </button>
      <button type="button" className={buttonClass()} onClick={onConfirm}>
        {verb}
      </button>
    </p>
  </ModalDialog>
);
