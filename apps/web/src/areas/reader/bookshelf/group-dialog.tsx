/** Dialog that asks for the name of a group. */
import { LIMITS } from '@shufang/contract';
import { buttonClass, ModalDialog, TextField } from '@shufang/ui';
import { z } from 'zod';
import { useForm } from '../../../platform/forms/use-form.ts';
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
  const schema = z.object({ name: z.string().trim().min(1, bookshelfText.nameMissing(label)) });
  const { errors, register, handleSubmit } = useForm({ initial: { name }, schema });
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={handleSubmit((valid) => onSave(valid.name))} noValidate>
        <TextField variant="soft" label={label} maxLength={LIMITS.shelfGroupNameChars} error={errors.name?.message} {...register('name')} />
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
