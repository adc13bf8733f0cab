/** How many people may read by a licence: the two fields, and the dialog that changes them. */
import { type DeskLicence, LIMITS, setLicencePlaces } from '@shufang/contract';
import { buttonClass, DialogActions, ModalDialog, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { licencesText as text } from '../../platform/messages/zh-cn/licences.ts';
import styles from './licences.module.css';

export interface TypedPlaces {
  readonly seats: string;
  readonly concurrent: string;
}

/** Undefined for an empty field: no limit. */
const numberIn = (typed: string): number | undefined => (typed.trim() === '' ? undefined : Number(typed));
export const placesIn = (typed: TypedPlaces): { seats?: number; concurrent?: number } => {
  const [seats, concurrent] = [numberIn(typed.seats), numberIn(typed.concurrent)];
  return { ...(seats !== undefined && { seats }), ...(concurrent !== undefined && { concurrent }) };
};
export const faultIn = (typed: string): string | undefined => {
  const number = numberIn(typed);
  const isRight = number === undefined || (Number.isInteger(number) && number >= 1 && number <= LIMITS.licencePlacesMax);
  return isRight ? undefined : text.peopleWrong;
};

interface PlacesFieldsProps {
  readonly typed: TypedPlaces;
  readonly faults: Partial<Record<keyof TypedPlaces, string | undefined>>;
  readonly onChange: (typed: TypedPlaces) => void;
}

export const PlacesFields = ({ typed, faults, onChange }: PlacesFieldsProps) => (
  <>
    <TextField
      label={text.seats}
      hint={text.seatsHint}
      fault={faults.seats}
      inputMode="numeric"
      maxLength={7}
      value={typed.seats}
      onChange={(seats) => onChange({ ...typed, seats })}
    />
    <TextField
      label={text.concurrent}
      hint={text.concurrentHint}
      fault={faults.concurrent}
      inputMode="numeric"
      maxLength={7}
      value={typed.concurrent}
      onChange={(concurrent) => onChange({ ...typed, concurrent })}
    />
  </>
);

const PlacesDialog = ({ licence, onClose }: { licence: DeskLicence; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<TypedPlaces>({ seats: `${licence.seats ?? ''}`, concurrent: `${licence.concurrent ?? ''}` });
  const [reason, setReason] = useState('');
  const faults = { seats: faultIn(typed.seats), concurrent: faultIn(typed.concurrent) };
  const saving = useMutation({
    mutationFn: () => call(setLicencePlaces, { licenceId: licence.id, ...placesIn(typed), reason: reason.trim() }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['commerce', 'licences'] });
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (faults.seats === undefined && faults.concurrent === undefined && !saving.isPending) saving.mutate();
  };
  return (
    <ModalDialog title={text.changePeopleOf(licence.institution)} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{text.peopleLead}</p>
        <PlacesFields typed={typed} faults={faults} onChange={setTyped} />
        <TextField label={text.peopleReason} maxLength={LIMITS.operatorReasonChars} value={reason} onChange={setReason} />
        <DialogActions cancelLabel={deskText.cancel} submitLabel={text.peopleSave} isBusy={saving.isPending} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};

export const PlacesButton = ({ licence }: { licence: DeskLicence }) => {
  const [asks, setAsks] = useState(false);
  if (licence.state === 'expired') return null;
  return (
    <>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-label={text.changePeopleOf(licence.institution)}
        onClick={() => setAsks(true)}
      >
        {text.changePeople}
      </button>
      {asks ? <PlacesDialog licence={licence} onClose={() => setAsks(false)} /> : null}
    </>
  );
};
