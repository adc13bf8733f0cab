/** Dialog that asks for the name of a group. */
import { LIMITS } from '@shufang/contract';
import { buttonClass, ModalDialog, TextField } from '@shufang/ui';
import { type FormEvent, useState } from 'react';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-controls.module.css';

interface NameDialogProps {
  readonly title: string;
  /** Label of the text field for the name of the group. */
  readonly label?: string;
  readonly name?: string;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

export const GroupNameDialog = ({ title, label = bookshelfText.groupName, name = '', onSave, onClose }: NameDialogProps) => {
  const [typed, setTyped] = useState(name);
  const [isMissing, setMissing] = useState(false);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === '') setMissing(true);
    else onSave(typed.trim());
  };
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <TextField
          variant="soft"
          label={label}
          maxLength={LIMITS.shelfGroupNameChars}
          error={isMissing ? bookshelfText.nameMissing(label) : undefined}
          value={typed}
          onChange={setTyped}
        />
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
