/** Dialog that moves books or favorites into a group, out of their groups, or into a new group. */
import { LIMITS, type ShelfGroupRecord } from '@shufang/contract';
import { DialogActions, ModalDialog, SelectField, TextField } from '@shufang/ui';
import { z } from 'zod';
import { useForm } from '../../../platform/forms/use-form.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-controls.module.css';

/** Values of the field that are not ids of groups. */
const [NOT_CHOSEN, NO_GROUP, NEW_GROUP] = ['', 'none', 'new'];

/** An existing group, a new one with `name`, or undefined for no group. */
export type MoveTarget = ShelfGroupRecord | { readonly name: string; readonly id?: undefined } | undefined;

interface MoveDialogProps {
  readonly title: string;
  readonly groups: readonly ShelfGroupRecord[];
  /** Label of the option for no group. */
  readonly noneLabel: string;
  /** Texts of creating a group of this kind. */
  readonly newGroup: { readonly create: string; readonly name: string };
  /** Id of the group of all that is moved; null if they have none; undefined if they have different ones. */
  readonly current: string | null | undefined;
  readonly onMove: (target: MoveTarget) => void;
  readonly onClose: () => void;
}

export const MoveDialog = ({ title, groups, noneLabel, newGroup, current, onMove, onClose }: MoveDialogProps) => {
  const schema = z
    .object({ target: z.string().min(1, bookshelfText.targetMissing), name: z.string().trim() })
    .refine(({ target, name }) => target !== NEW_GROUP || name !== '', {
      path: ['name'],
      error: bookshelfText.nameMissing(newGroup.name),
    });
  const form = useForm({
    initial: { target: groups.length === 0 ? NEW_GROUP : current === null ? NO_GROUP : (current ?? NOT_CHOSEN), name: '' },
    schema,
  });
  const { errors, values } = form;
  const handleSubmit = form.handleSubmit(({ target, name }) => {
    onMove(target === NEW_GROUP ? { name } : groups.find(({ id }) => id === target));
  });
  const options = [
    ...(current === undefined ? [{ value: NOT_CHOSEN, label: bookshelfText.chooseTarget }] : []),
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
    { value: NO_GROUP, label: noneLabel },
    { value: NEW_GROUP, label: newGroup.create },
  ];
  return (
    <ModalDialog title={title} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <SelectField
          variant="soft"
          label={bookshelfText.moveTo}
          options={options}
          error={errors.target?.message}
          {...form.register('target', ['name'])}
        />
        {values.target === NEW_GROUP ? (
          <TextField
            variant="soft"
            label={newGroup.name}
            maxLength={LIMITS.shelfGroupNameChars}
            error={errors.name?.message}
            {...form.register('name')}
          />
        ) : null}
        <DialogActions cancelLabel={bookshelfText.cancel} submitLabel={bookshelfText.moveNow} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};
