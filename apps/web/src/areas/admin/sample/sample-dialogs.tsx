/** The dialogs for samples in the admin area: the reason of a refusal, and the parcel. */
import { decideSamples, LIMITS, shipSamples } from '@shufang/contract';
import { DialogActions, ModalDialog, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { samplesText } from '../../../platform/messages/zh-cn/samples.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';

const text = samplesText.admin;

interface SampleDialogProps {
  readonly ids: readonly string[];
  /** Called after the action. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const RejectSamplesDialog = ({ ids, onDone, onClose }: SampleDialogProps) => {
  const queryClient = useQueryClient();
  const rejecting = useMutation({
    mutationFn: (reply: string) => call(decideSamples, { ids: [...ids], decision: 'reject', reply }),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sample'] }),
  });
  return (
    <ReasonDialogWithDraft
      form={`reject-samples:${ids.join('-')}`}
      title={text.rejectTitle(ids.length)}
      lead={text.rejectLead}
      label={text.rejectReason}
      needText={text.rejectNeeded}
      maxLength={LIMITS.operatorReasonChars}
      confirmLabel={text.reject}
      cancelLabel={text.cancel}
      isDestructive
      isBusy={rejecting.isPending}
      onConfirm={(reply) => rejecting.mutateAsync(reply)}
      onClose={onClose}
    />
  );
};

const parcelFields = z.object({
  carrier: z.string().trim().min(1, text.carrierNeeded),
  trackingNo: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z-]+$/, text.trackingWrong),
});

export const ShipSamplesDialog = ({ ids, onDone, onClose }: SampleDialogProps) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial: { carrier: '', trackingNo: '' }, schema: parcelFields });
  const shipping = useMutation({
    mutationFn: (parcel: z.output<typeof parcelFields>) => call(shipSamples, { ids: [...ids], ...parcel }),
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sample'] }),
  });
  const handleSubmit = form.handleSubmit((parcel) => {
    if (!shipping.isPending) shipping.mutate(parcel);
  });
  return (
    <ModalDialog title={text.shipTitle(ids.length)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{text.shipLead}</p>
        <TextField
          label={text.carrier}
          error={form.errors.carrier?.message}
          maxLength={LIMITS.sampleCarrierChars}
          {...form.register('carrier')}
        />
        <TextField
          label={text.trackingNo}
          error={form.errors.trackingNo?.message}
          maxLength={LIMITS.sampleTrackingChars}
          {...form.register('trackingNo')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.ship} isBusy={shipping.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
