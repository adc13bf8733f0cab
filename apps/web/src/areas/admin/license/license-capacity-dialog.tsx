/** Capacity of a license, seats and concurrent readers: the two fields, and the dialog that changes them. */
import { type AdminLicense, LIMITS, setLicenseSeats } from '@shufang/contract';
import { buttonClass, DialogActions, ModalDialog, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { licensesText as text } from '../../../platform/messages/zh-cn/licenses.ts';

export interface CapacityInput {
  readonly seats: string;
  readonly concurrent: string;
}

/** Parses a number field; returns undefined for an empty field, which means that there is no limit. */
const numberIn = (typed: string): number | undefined => (typed.trim() === '' ? undefined : Number(typed));
export const parseCapacity = (typed: CapacityInput): { seats?: number; concurrent?: number } => {
  const [seats, concurrent] = [numberIn(typed.seats), numberIn(typed.concurrent)];
  return { ...(seats !== undefined && { seats }), ...(concurrent !== undefined && { concurrent }) };
};
export const capacityError = (typed: string): string | undefined => {
  const number = numberIn(typed);
  const isRight = number === undefined || (Number.isInteger(number) && number >= 1 && number <= LIMITS.licenseSeatsMax);
  return isRight ? undefined : text.capacityInvalid;
};

interface CapacityFieldsProps {
  readonly typed: CapacityInput;
  readonly errors: Partial<Record<keyof CapacityInput, string | undefined>>;
  readonly onChange: (typed: CapacityInput) => void;
}

export const CapacityFields = ({ typed, errors, onChange }: CapacityFieldsProps) => (
  <>
    <TextField
      label={text.seats}
      hint={text.seatsHint}
      error={errors.seats}
      inputMode="numeric"
      maxLength={7}
      value={typed.seats}
      onChange={(seats) => onChange({ ...typed, seats })}
    />
    <TextField
      label={text.concurrent}
      hint={text.concurrentHint}
      error={errors.concurrent}
      inputMode="numeric"
      maxLength={7}
      value={typed.concurrent}
      onChange={(concurrent) => onChange({ ...typed, concurrent })}
    />
  </>
);

const CapacityDialog = ({ license, onClose }: { license: AdminLicense; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<CapacityInput>({ seats: `${license.seats ?? ''}`, concurrent: `${license.concurrent ?? ''}` });
  const [reason, setReason] = useState('');
  const errors = { seats: capacityError(typed.seats), concurrent: capacityError(typed.concurrent) };
  const saving = useMutation({
    mutationFn: () => call(setLicenseSeats, { licenseId: license.id, ...parseCapacity(typed), reason: reason.trim() }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['license', 'licenses'] });
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (errors.seats === undefined && errors.concurrent === undefined && !saving.isPending) saving.mutate();
  };
  return (
    <ModalDialog title={text.changeCapacityOf(license.institution)} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <p>{text.capacityLead}</p>
        <CapacityFields typed={typed} errors={errors} onChange={setTyped} />
        <TextField label={text.capacityReason} maxLength={LIMITS.operatorReasonChars} value={reason} onChange={setReason} />
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
