/**
 * Admin dialog that replaces the lost phone number of a user. The operator enters the new number twice, because no SMS code verifies it,
 * and states how the user was identified.
 */
import { changeUserPhone, LIMITS, phone, type UserRecord } from '@shufang/contract';
import { DialogActions, Facts, ModalDialog, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { plainPhone } from '../../../features/account/remembered-phone.ts';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { accountText } from '../../../platform/messages/zh-cn/account.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';

const text = adminText.users;
const day = chineseDates({ dateStyle: 'medium' });

const phoneFields = z
  .object({
    tel: z.string().transform(plainPhone).pipe(z.string().min(1, accountText.needPhone).pipe(phone)),
    again: z.string().transform(plainPhone),
    reason: z.string().trim().min(1, adminText.reasonNeeded),
  })
  .refine(({ tel, again }) => tel === again, {
    path: ['again'],
    error: text.phonesDiffer,
    // Compares the numbers only if the first is valid, but also if the reason is missing.
    when: ({ issues }) => issues.every(({ path }) => path?.[0] !== 'tel'),
  });

export const UserPhoneDialog = ({ user, onClose }: { user: UserRecord; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({
    draft: `user-phone:${user.userId}`,
    draftFields: ['reason'],
    initial: { tel: '', again: '', reason: '' },
    schema: phoneFields,
  });
  const { errors } = form;
  const changing = useMutation({
    mutationFn: (input: { tel: string; reason: string }) => call(changeUserPhone, { userId: user.userId, ...input }),
    meta: { claims: ['account.phoneTaken'] },
    onSuccess: async () => {
      form.dropDraft();
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['account', 'people'] });
    },
    onError: (error) => {
      if (!isRefusal(error, 'account.phoneTaken')) return;
      form.setError('tel', { message: error.message });
      form.setFocus('tel');
    },
  });
  const handleSubmit = form.handleSubmit(({ tel, reason }) => {
    if (!changing.isPending) changing.mutate({ tel, reason });
  });
  return (
    <ModalDialog title={text.phoneOf(user.nickname)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{text.phoneLead}</p>
        <Facts
          items={[
            [text.name, user.nickname],
            [text.phoneNow, user.tel === '' ? text.noPhone : user.tel],
            [text.joined, day.format(user.createdAt)],
            [text.lastSeen, user.lastSeenAt === undefined ? text.never : day.format(user.lastSeenAt)],
          ]}
        />
        <TextField
          label={text.newPhone}
          type="tel"
          inputMode="numeric"
          maxLength={20}
          error={errors.tel?.message}
          {...form.register('tel', ['again'])}
        />
        <TextField
          label={text.newPhoneAgain}
          type="tel"
          inputMode="numeric"
          maxLength={20}
          error={errors.again?.message}
          {...form.register('again')}
        />
        <TextAreaField
          label={adminText.reason}
          hint={text.phoneReasonHint}
          error={errors.reason?.message}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          {...form.register('reason')}
        />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={text.phone} isBusy={changing.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
