/** The dialogs of finance for statements: issue, payment, and the reply to an objection. */
import { issueRoyaltyStatements, LIMITS, payRoyaltyStatements, replyToRoyaltyDispute } from '@shufang/contract';
import { ConfirmDialog, DialogActions, ModalDialog, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { signedFenOf } from './amounts.ts';

const text = royaltyText.admin;

interface BatchDialogProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const IssueDialog = ({ ids, onDone, onClose }: BatchDialogProps) => {
  const queryClient = useQueryClient();
  const issuing = useMutation({
    mutationFn: () => call(issueRoyaltyStatements, { ids: [...ids] }),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['royalty'] }),
  });
  return (
    <ConfirmDialog
      title={text.issueTitle(ids.length)}
      confirmLabel={text.issue}
      cancelLabel={royaltyText.cancel}
      isBusy={issuing.isPending}
      onConfirm={() => {
        if (!issuing.isPending) issuing.mutate();
      }}
      onClose={onClose}
    >
      <p>{text.issueHint}</p>
    </ConfirmDialog>
  );
};

export const PayDialog = ({ ids, onDone, onClose }: BatchDialogProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { paidOn: '', reference: '' },
    schema: z.object({ paidOn: z.string().min(1, text.paidOnNeeded), reference: z.string().trim().min(1, text.referenceNeeded) }),
  });
  const paying = useMutation({
    mutationFn: (fields: { paidOn: string; reference: string }) => call(payRoyaltyStatements, { ids: [...ids], ...fields }),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['royalty'] }),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!paying.isPending) paying.mutate(fields);
  });
  return (
    <ModalDialog title={text.payTitle(ids.length)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <TextField label={text.paidOn} type="date" error={form.errors.paidOn?.message} {...form.register('paidOn')} />
        <TextField
          label={text.reference}
          error={form.errors.reference?.message}
          maxLength={LIMITS.royaltyReferenceChars}
          {...form.register('reference')}
        />
        <DialogActions cancelLabel={royaltyText.cancel} submitLabel={text.pay} isBusy={paying.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

export const ReplyDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { body: '', adjust: '' },
    schema: z.object({
      body: z.string().trim().min(1, text.replyNeeded),
      adjust: z.string().refine((typed) => typed.trim() === '' || signedFenOf(typed) !== undefined, text.amountWrong),
    }),
    draft: `royalty-reply:${id}`,
  });
  const replying = useMutation({
    mutationFn: ({ body, adjust }: { body: string; adjust: string }) => {
      const adjustFen = signedFenOf(adjust);
      return call(replyToRoyaltyDispute, { id, body, ...(adjustFen === undefined ? {} : { adjustFen }) });
    },
    onSuccess: () => {
      form.dropDraft();
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['royalty'] }),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!replying.isPending) replying.mutate(fields);
  });
  return (
    <ModalDialog title={text.replyTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <TextAreaField
          label={text.replyBody}
          error={form.errors.body?.message}
          rows={4}
          maxLength={LIMITS.royaltyMessageChars}
          {...form.register('body')}
        />
        <TextField
          label={text.adjust}
          hint={text.adjustHint}
          error={form.errors.adjust?.message}
          maxLength={12}
          {...form.register('adjust')}
        />
        <DialogActions cancelLabel={royaltyText.cancel} submitLabel={text.send} isBusy={replying.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
