/** The dialogs for the rates and receipts of a book. */
import {
  type getBookRoyalties,
  LIMITS,
  type OutputOf,
  type RoyaltyRate,
  recordRoyaltyReceipt,
  removeRoyaltyRate,
  saveRoyaltyRate,
} from '@shufang/contract';
import { ConfirmDialog, DialogActions, ModalDialog, SelectField, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { basisPointsOf, signedFenOf } from './amounts.ts';

const text = royaltyText.books;

type BookRoyalties = OutputOf<typeof getBookRoyalties>;

const rateFields = z.object({
  userId: z.string().min(1, text.payeeNeeded),
  rate: z.string().refine((typed) => basisPointsOf(typed) !== undefined, text.rateWrong),
  validFrom: z.string().min(1, text.fromNeeded),
  validUntil: z.string(),
});

interface RateDialogProps {
  readonly bookId: string;
  readonly payees: BookRoyalties['payees'];
  /** The rate to change; absent for a new one. */
  readonly rate?: RoyaltyRate | undefined;
  readonly onClose: () => void;
}

export const RateDialog = ({ bookId, payees, rate, onClose }: RateDialogProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: {
      userId: rate?.userId ?? '',
      rate: rate === undefined ? '' : String(rate.rateBp / 100),
      validFrom: rate?.validFrom ?? '',
      validUntil: rate?.validUntil ?? '',
    },
    schema: rateFields,
  });
  const saving = useMutation({
    mutationFn: ({ userId, rate: typed, validFrom, validUntil }: z.output<typeof rateFields>) =>
      call(saveRoyaltyRate, {
        bookId,
        userId,
        rateBp: basisPointsOf(typed) ?? 0,
        validFrom,
        ...(validUntil === '' ? {} : { validUntil }),
        ...(rate === undefined ? {} : { id: rate.id }),
      }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['royalty'] }),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <ModalDialog title={rate === undefined ? text.addRate : text.editRate} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <SelectField
          label={text.payee}
          error={form.errors.userId?.message}
          options={[{ value: '', label: text.choosePayee }, ...payees.map(({ userId, name }) => ({ value: userId, label: name }))]}
          {...form.register('userId')}
        />
        <TextField label={text.rate} error={form.errors.rate?.message} maxLength={6} {...form.register('rate')} />
        <TextField label={text.from} type="date" error={form.errors.validFrom?.message} {...form.register('validFrom')} />
        <TextField label={text.until} type="date" error={form.errors.validUntil?.message} {...form.register('validUntil')} />
        <DialogActions cancelLabel={royaltyText.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

export const RemoveRateDialog = ({ bookId, rate, onClose }: { bookId: string; rate: RoyaltyRate; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => call(removeRoyaltyRate, { bookId, id: rate.id }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['royalty'] }),
  });
  return (
    <ConfirmDialog
      title={text.removeTitle}
      confirmLabel={text.removeRate}
      cancelLabel={royaltyText.cancel}
      isBusy={removing.isPending}
      isDestructive
      onConfirm={() => {
        if (!removing.isPending) removing.mutate();
      }}
      onClose={onClose}
    >
      <p>{text.removeHint}</p>
    </ConfirmDialog>
  );
};

const receiptFields = z.object({
  source: z.string().min(1, text.sourceNeeded),
  amount: z.string().refine((typed) => signedFenOf(typed) !== undefined, royaltyText.admin.amountWrong),
  receivedOn: z.string().min(1, text.receivedOnNeeded),
  note: z.string(),
});

export const ReceiptDialog = ({ sources, onClose }: { sources: BookRoyalties['sources']; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial: { source: '', amount: '', receivedOn: '', note: '' }, schema: receiptFields });
  const recording = useMutation({
    mutationFn: ({ source, amount, receivedOn, note }: z.output<typeof receiptFields>) => {
      const [kind, refId = ''] = source.split(' ');
      return call(recordRoyaltyReceipt, {
        ...(kind === 'code' ? { batchId: refId } : { licenseId: refId }),
        fen: signedFenOf(amount) ?? 0,
        receivedOn,
        note,
      });
    },
    onSuccess: () => {
      broadcast('toast', { kind: 'success', text: text.recorded });
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['royalty'] }),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!recording.isPending) recording.mutate(fields);
  });
  return (
    <ModalDialog title={text.addReceipt} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <Text as="p" tone="soft">
          {text.receiptsHint}
        </Text>
        <SelectField
          label={text.source}
          error={form.errors.source?.message}
          options={[
            { value: '', label: text.choosePayee },
            ...sources.map(({ source, refId, label }) => ({
              value: `${source} ${refId}`,
              label: `${royaltyText.sources[source]}：${label}`,
            })),
          ]}
          {...form.register('source')}
        />
        <TextField label={text.amount} error={form.errors.amount?.message} maxLength={12} {...form.register('amount')} />
        <TextField label={text.receivedOn} type="date" error={form.errors.receivedOn?.message} {...form.register('receivedOn')} />
        <TextField label={text.note} error={form.errors.note?.message} maxLength={LIMITS.royaltyNoteChars} {...form.register('note')} />
        <DialogActions cancelLabel={royaltyText.cancel} submitLabel={text.addReceipt} isBusy={recording.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
