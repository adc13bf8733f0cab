/**
 * Admin dialog that replaces the lost phone number of a user. The operator enters the new number twice, because no SMS code verifies it,
 * and states how the user was identified.
 */
import { changeUserPhone, LIMITS, phone, type UserRecord } from '@shufang/contract';
import { DialogActions, Facts, ModalDialog, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { plainPhone } from '../../../features/account/remembered-phone.ts';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { accountText } from '../../../platform/messages/zh-cn/account.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';

const text = adminText.users;
const day = chineseDates({ dateStyle: 'medium' });

interface FieldErrors {
  readonly tel?: string | undefined;
  readonly again?: string | undefined;
  readonly reason?: string | undefined;
}

const validate = (tel: string, again: string, reason: string): FieldErrors => {
  const checked = phone.safeParse(tel);
  const phoneError = tel === '' ? accountText.needPhone : checked.success ? undefined : checked.error.issues[0]?.message;
  return {
    tel: phoneError,
    again: phoneError === undefined && again !== tel ? text.phonesDiffer : undefined,
    reason: reason === '' ? adminText.reasonNeeded : undefined,
  };
};

export const UserPhoneDialog = ({ user, onClose }: { user: UserRecord; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [tel, setTel] = useState('');
  const [again, setAgain] = useState('');
  const typed = useForm({ draft: `person-phone:${user.userId}`, initial: { reason: '' } });
  const [errors, setErrors] = useState<FieldErrors>({});
  const showErrors = (found: FieldErrors): void => {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  const changing = useMutation({
    mutationFn: (input: { tel: string; reason: string }) => call(changeUserPhone, { userId: user.userId, ...input }),
    meta: { claims: ['account.phoneTaken'] },
    onSuccess: async () => {
      typed.dropDraft();
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['account', 'people'] });
    },
    onError: (error) => {
      if (isRefusal(error, 'account.phoneTaken')) showErrors({ tel: error.message });
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = { tel: plainPhone(tel), reason: typed.values.reason.trim() };
    const found = validate(input.tel, plainPhone(again), input.reason);
    showErrors(found);
    if (Object.values(found).every((error) => error === undefined) && !changing.isPending) changing.mutate(input);
  };
  return (
    <ModalDialog title={text.phoneOf(user.nickname)} onClose={onClose}>
      <Stack ref={form} as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{text.phoneLead}</p>
        <Facts
          items={[
            [text.name, user.nickname],
            [text.phoneNow, user.tel === '' ? text.noPhone : user.tel],
            [text.joined, day.format(user.createdAt)],
            [text.lastSeen, user.lastSeenAt === undefined ? text.never : day.format(user.lastSeenAt)],
          ]}
        />
        <TextField label={text.newPhone} type="tel" inputMode="numeric" maxLength={20} error={errors.tel} value={tel} onChange={setTel} />
        <TextField
          label={text.newPhoneAgain}
          type="tel"
          inputMode="numeric"
          maxLength={20}
          error={errors.again}
          value={again}
          onChange={setAgain}
        />
        <TextAreaField
          label={adminText.reason}
          hint={text.phoneReasonHint}
          error={errors.reason}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          value={typed.values.reason}
          onChange={(value) => typed.setValue('reason', value)}
        />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={text.phone} isBusy={changing.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
