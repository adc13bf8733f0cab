/** Dialogs that create and rename a bank. */
import {
  createQuestionBank,
  LIMITS,
  type listQuestionBanks,
  type OutputOf,
  type QuestionBank,
  type QuestionBankOwner,
  updateQuestionBank,
} from '@shufang/contract';
import { DialogActions, ModalDialog, SelectField, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { refreshQuestions } from '../../../features/question/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { questionsText as text } from '../../../platform/messages/zh-cn/questions.ts';

const nameField = z.string().trim().min(1, text.bankNameNeeded);
const createFields = z.object({ name: nameField, owner: z.string() });
const renameFields = z.object({ name: nameField });

type Owners = OutputOf<typeof listQuestionBanks>['owners'];

/** Returns the owner of a value of the select field: its position among the owners, or empty for the caller. */
const ownerAt = (owners: Owners, value: string): QuestionBankOwner => {
  const owner = value === '' ? undefined : owners[Number(value)];
  return owner === undefined ? { kind: 'teacher' } : { kind: owner.kind, id: owner.id };
};

export const CreateBankDialog = ({ owners, onClose }: { readonly owners: Owners; readonly onClose: () => void }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initial: { name: '', owner: '' }, schema: createFields });
  const saving = useMutation({
    mutationFn: ({ name, owner }: z.output<typeof createFields>) => call(createQuestionBank, { name, owner: ownerAt(owners, owner) }),
    onSuccess: async ({ id }) => {
      onClose();
      await refreshQuestions(queryClient);
      await navigate(`/bank/${id}`);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <ModalDialog title={text.createBank} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.bankName}
          error={form.errors.name?.message}
          maxLength={LIMITS.questionBankNameChars}
          {...form.register('name')}
        />
        {owners.length === 0 ? null : (
          <SelectField
            label={text.owner}
            options={[
              { value: '', label: text.ownOwner },
              ...owners.map(({ kind, name }, index) => ({ value: String(index), label: text.ownerOption(kind, name) })),
            ]}
            {...form.register('owner')}
          />
        )}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.createBank} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

export const RenameBankDialog = ({ bank, onClose }: { readonly bank: QuestionBank; readonly onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial: { name: bank.name }, schema: renameFields });
  const saving = useMutation({
    mutationFn: ({ name }: z.output<typeof renameFields>) => call(updateQuestionBank, { id: bank.id, name, status: bank.status }),
    onSuccess: () => {
      onClose();
      return refreshQuestions(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <ModalDialog title={text.editBank} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.bankName}
          error={form.errors.name?.message}
          maxLength={LIMITS.questionBankNameChars}
          {...form.register('name')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
