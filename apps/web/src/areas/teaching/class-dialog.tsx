/** Dialog that creates a class. */
import { createClass, LIMITS } from '@shufang/contract';
import { DialogActions, ModalDialog, SelectField, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { BookPicker, type ChosenBook } from '../../features/activation-code/book-picker.tsx';
import { refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { anyOf } from '../../platform/forms/chosen.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';

const classFields = z.object({
  name: z.string().trim().min(1, text.nameNeeded),
  term: z.string().trim().min(1, text.termNeeded),
  book: anyOf<ChosenBook | undefined>().refine((book) => book !== undefined, text.bookNeeded),
  institutionId: z.string(),
});

type ClassValues = z.input<typeof classFields>;

interface ClassDialogProps {
  /** The institutions to which the class may belong; the first one is proposed. */
  readonly institutions: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

export const ClassDialog = ({ institutions, onClose }: ClassDialogProps) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initial: (): ClassValues => ({ name: '', term: text.termAt(Date.now()), book: undefined, institutionId: institutions[0]?.id ?? '' }),
    schema: classFields,
  });
  const saving = useMutation({
    mutationFn: ({ book, institutionId, ...rest }: z.output<typeof classFields>) =>
      call(createClass, { ...rest, bookId: book?.id ?? '', ...(institutionId === '' ? {} : { institutionId }) }),
    onSuccess: async ({ id }) => {
      onClose();
      await refreshClasses(queryClient);
      await navigate(`/class/${id}`);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  const { errors } = form;
  const book = form.register('book');
  return (
    <ModalDialog title={text.create} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.name}
          hint={text.nameHint}
          error={errors.name?.message}
          maxLength={LIMITS.classNameChars}
          {...form.register('name')}
        />
        <TextField label={text.term} error={errors.term?.message} maxLength={LIMITS.classTermChars} {...form.register('term')} />
        <BookPicker chosen={form.values.book} error={errors.book?.message} inputRef={book.ref} onChoose={book.onChange} />
        {institutions.length === 0 ? null : (
          <SelectField
            label={text.institution}
            options={[...institutions.map(({ id, name }) => ({ value: id, label: name })), { value: '', label: text.noInstitution }]}
            {...form.register('institutionId')}
          />
        )}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
