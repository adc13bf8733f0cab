/** The dialog in which a payee objects to a statement, or to one of its lines. */
import { disputeRoyaltyStatement, LIMITS } from '@shufang/contract';
import { DialogActions, ModalDialog, Stack, Text, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { royaltyText as text } from '../../platform/messages/zh-cn/royalty.ts';

interface DisputeDialogProps {
  readonly statementId: string;
  readonly lineNo: number | undefined;
  readonly onClose: () => void;
}

export const DisputeDialog = ({ statementId, lineNo, onClose }: DisputeDialogProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { body: '' },
    schema: z.object({ body: z.string().trim().min(1, text.mine.disputeBody) }),
    draft: `royalty-dispute:${statementId}:${lineNo ?? ''}`,
  });
  const sending = useMutation({
    mutationFn: ({ body }: { body: string }) =>
      call(disputeRoyaltyStatement, { id: statementId, body, ...(lineNo === undefined ? {} : { lineNo }) }),
    onSuccess: () => {
      form.dropDraft();
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['royalty'] }),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!sending.isPending) sending.mutate(fields);
  });
  return (
    <ModalDialog title={lineNo === undefined ? text.mine.disputeTitle : text.mine.disputeLine(lineNo)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <Text as="p" tone="soft">
          {text.mine.disputeHint}
        </Text>
        <TextAreaField
          label={text.mine.disputeBody}
          error={form.errors.body?.message}
          rows={4}
          maxLength={LIMITS.royaltyMessageChars}
          {...form.register('body')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.mine.send} isBusy={sending.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
