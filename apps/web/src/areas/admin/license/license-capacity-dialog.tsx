/** Capacity of a license, seats and concurrent readers: the two fields, and the dialog that changes them. */
import { type AdminLicense, LIMITS, setLicenseSeats } from '@shufang/contract';
import { buttonClass, DialogActions, ModalDialog, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { type RegisteredField, useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { licensesText as text } from '../../../platform/messages/zh-cn/licenses.ts';

/** Schema of a number field. An empty field means that there is no limit. */
const capacity = z
  .string()
  .trim()
  .transform((typed) => (typed === '' ? undefined : Number(typed)))
  .refine(
    (number) => number === undefined || (Number.isInteger(number) && number >= 1 && number <= LIMITS.licenseSeatsMax),
    text.capacityInvalid,
  );
export const capacityFields = { seats: capacity, concurrent: capacity };

interface Capacity {
  readonly seats: number | undefined;
  readonly concurrent: number | undefined;
}
export const limitsOf = ({ seats, concurrent }: Capacity): { seats?: number; concurrent?: number } => ({
  ...(seats !== undefined && { seats }),
  ...(concurrent !== undefined && { concurrent }),
});

interface CapacityFieldsProps {
  readonly seats: RegisteredField;
  readonly concurrent: RegisteredField;
  readonly errors: { readonly [Name in keyof Capacity]?: { readonly message: string } };
}

export const CapacityFields = ({ seats, concurrent, errors }: CapacityFieldsProps) => (
  <>
    <TextField label={text.seats} hint={text.seatsHint} error={errors.seats?.message} inputMode="numeric" maxLength={7} {...seats} />
    <TextField
      label={text.concurrent}
      hint={text.concurrentHint}
      error={errors.concurrent?.message}
      inputMode="numeric"
      maxLength={7}
      {...concurrent}
    />
  </>
);

const changeFields = z.object({ ...capacityFields, reason: z.string().trim() });

const CapacityDialog = ({ license, onClose }: { license: AdminLicense; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: () => ({ seats: `${license.seats ?? ''}`, concurrent: `${license.concurrent ?? ''}`, reason: '' }),
    schema: changeFields,
  });
  const saving = useMutation({
    mutationFn: ({ reason, ...limits }: z.output<typeof changeFields>) =>
      call(setLicenseSeats, { licenseId: license.id, ...limitsOf(limits), reason }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['license', 'licenses'] });
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <ModalDialog title={text.changeCapacityOf(license.institution)} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <p>{text.capacityLead}</p>
        <CapacityFields seats={form.register('seats')} concurrent={form.register('concurrent')} errors={form.errors} />
        <TextField label={text.capacityReason} maxLength={LIMITS.operatorReasonChars} {...form.register('reason')} />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={text.capacitySave} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

export const CapacityButton = ({ license }: { license: AdminLicense }) => {
  const [asks, setAsks] = useState(false);
  if (license.state === 'expired') return null;
  return (
    <>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-label={text.changeCapacityOf(license.institution)}
        onClick={() => setAsks(true)}
      >
        {text.changeCapacity}
      </button>
      {asks ? <CapacityDialog license={license} onClose={() => setAsks(false)} /> : null}
    </>
  );
};
