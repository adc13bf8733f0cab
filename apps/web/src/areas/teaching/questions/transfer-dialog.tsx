/** Dialog that moves or copies questions to a folder or another bank. */
import { copyQuestions, moveQuestions, type QuestionBankDetails } from '@shufang/contract';
import { DialogActions, ModalDialog, SelectField, Stack } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { questionBankQuery, questionBanksQuery, refreshQuestions } from '../../../features/question/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { questionsText as text } from '../../../platform/messages/zh-cn/questions.ts';
import { useSession } from '../../../platform/session/session.ts';

interface TransferDialogProps {
  readonly bank: QuestionBankDetails;
  readonly ids: readonly string[];
  readonly kind: 'move' | 'copy';
  /** Called after the questions were moved or copied. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const TransferDialog = ({ bank, ids, kind, onDone, onClose }: TransferDialogProps) => {
  const queryClient = useQueryClient();
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(questionBanksQuery(userId));
  // Until the banks are loaded, or if that fails, the questions can go to another folder of their bank.
  const others = data?.banks.filter(({ id, right, status }) => id !== bank.id && right !== 'view' && status === 'active') ?? [];
  const banks = [...(bank.right === 'view' ? [] : [bank]), ...others];
  const form = useForm({ initial: () => ({ toBankId: bank.right === 'view' ? '' : bank.id, toFolderId: '' }) });
  const toBankId = form.values.toBankId === '' ? (banks[0]?.id ?? '') : form.values.toBankId;
  const target = useQuery({ ...questionBankQuery(userId, toBankId), enabled: toBankId !== '' });
  const folders = target.data?.folders ?? [];
  const sending = useMutation({
    mutationFn: async (toFolderId: string): Promise<void> => {
      const input = { bankId: bank.id, ids: [...ids], toBankId, ...(toFolderId === '' ? {} : { toFolderId }) };
      await (kind === 'move' ? call(moveQuestions, input) : call(copyQuestions, input));
    },
    onSuccess: onDone,
    onSettled: () => refreshQuestions(queryClient),
  });
  const handleSubmit = form.handleSubmit(({ toFolderId }) => {
    if (!sending.isPending && toBankId !== '') sending.mutate(folders.some(({ id }) => id === toFolderId) ? toFolderId : '');
  });
  return (
    <ModalDialog title={kind === 'move' ? text.moveTitle(ids.length) : text.copyTitle(ids.length)} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <SelectField
          label={text.toBank}
          options={banks.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.register('toBankId')}
          value={toBankId}
        />
        <SelectField
          label={text.toFolder}
          options={[{ value: '', label: text.noFolder }, ...folders.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.register('toFolderId')}
        />
        <DialogActions
          cancelLabel={text.cancel}
          submitLabel={kind === 'move' ? text.moveSubmit : text.copySubmit}
          isBusy={sending.isPending}
          onCancel={onClose}
        />
      </Stack>
    </ModalDialog>
  );
};
