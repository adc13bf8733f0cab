/** Another number for who has lost theirs: typed twice, for nothing proves it here, with how the person was recognised. */
import { changePersonPhone, LIMITS, type PersonRecord, phone } from '@shufang/contract';
import { DialogActions, Facts, ModalDialog, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import styles from './desk-people.module.css';
import { plainPhone } from './remembered-phone.ts';

const text = deskText.users;
const day = chineseDates({ dateStyle: 'medium' });

interface Faults {
  readonly tel?: string | undefined;
  readonly again?: string | undefined;
  readonly reason?: string | undefined;
}

const faultsOf = (tel: string, again: string, reason: string): Faults => {
  const checked = phone.safeParse(tel);
  const formFault = tel === '' ? accountText.needPhone : checked.success ? undefined : checked.error.issues[0]?.message;
  return {
    tel: formFault,
    again: formFault === undefined && again !== tel ? text.phonesDiffer : undefined,
    reason: reason === '' ? deskText.reasonNeeded : undefined,
  };
};

export const PersonPhoneDialog = ({ person, onClose }: { person: PersonRecord; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [tel, setTel] = useState('');
  const [again, setAgain] = useState('');
  const typed = useTyped(`person-phone:${person.userId}`, { reason: '' });
  const [faults, setFaults] = useState<Faults>({});
  const showFaults = (found: Faults): void => {
    flushSync(() => setFaults(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  const changing = useMutation({
    mutationFn: (wish: { tel: string; reason: string }) => call(changePersonPhone, { userId: person.userId, ...wish }),
    meta: { claims: ['account.phoneTaken'] },
    onSuccess: async () => {
      typed.drop();
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['account', 'people'] });
    },
    onError: (error) => {
      if (isRefusal(error, 'account.phoneTaken')) showFaults({ tel: error.message });
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wish = { tel: plainPhone(tel), reason: typed.values.reason.trim() };
    const found = faultsOf(wish.tel, plainPhone(again), wish.reason);
    showFaults(found);
    if (Object.values(found).every((fault) => fault === undefined) && !changing.isPending) changing.mutate(wish);
  };
  return (
    <ModalDialog title={text.phoneOf(person.nickname)} onClose={onClose}>
      <form ref={form} className={styles.dialog} noValidate onSubmit={handleSubmit}>
        <p>{text.phoneLead}</p>
        <Facts
          items={[
            [text.name, person.nickname],
            [text.phoneNow, person.tel === '' ? text.noPhone : person.tel],
            [text.joined, day.format(person.createdAt)],
            [text.lastSeen, person.lastSeenAt === undefined ? text.never : day.format(person.lastSeenAt)],
          ]}
        />
        <TextField label={text.newPhone} type="tel" inputMode="numeric" maxLength={20} fault={faults.tel} value={tel} onChange={setTel} />
        <TextField
          label={text.newPhoneAgain}
          type="tel"
          inputMode="numeric"
          maxLength={20}
          fault={faults.again}
          value={again}
          onChange={setAgain}
        />
        <TextAreaField
          label={deskText.reason}
          hint={text.phoneReasonHint}
          fault={faults.reason}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          value={typed.values.reason}
          onChange={(value) => typed.type('reason', value)}
        />
        <DialogActions cancelLabel={deskText.cancel} submitLabel={text.phone} isBusy={changing.isPending} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};
