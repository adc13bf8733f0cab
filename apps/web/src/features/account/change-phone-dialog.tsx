/** Moves the account to another number: proves the old one and the new one, each by a code. */
import './mantine-sign-in.css';
import { zodResolver } from '@hookform/resolvers/zod';
import { changePhone, maskPhone, sendSmsCode, type UserInfo } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { useResendCountdown } from '../../platform/session/use-resend-countdown.ts';
import { CaptchaField } from './captcha-field.tsx';
import { showAtField } from './field-errors.ts';
import { PhoneField } from './phone-field.tsx';
import { keepUserInfo } from './profile-queries.ts';
import { phoneMeantBy } from './remembered-phone.ts';
import { typedPhone } from './sign-in-checks.ts';
import { SmsCodeField } from './sms-code-field.tsx';
import { useCaptcha } from './use-captcha.ts';
import { useCodeToMe } from './use-code-to-me.ts';
import styles from './user-center.module.css';

const form = z.object({
  captchaTxt: z.string().trim(),
  oldCode: z.string().trim(),
  tel: typedPhone,
  smsCode: z.string().trim().min(1, userCenterText.needCode),
});
/** Who has a number shows that they hold it. */
const formFrom = z.object({ ...form.shape, oldCode: form.shape.oldCode.min(1, userCenterText.needCode) });
type Form = z.output<typeof form>;

export const ChangePhoneDialog = ({ user, onClose }: { user: UserInfo; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const captcha = useCaptcha();
  const fields = useForm<Form>({
    resolver: zodResolver(user.tel === '' ? form : formFrom),
    defaultValues: { captchaTxt: '', oldCode: '', tel: '', smsCode: '' },
  });
  const { errors } = fields.formState;
  const showFailure = (error: unknown): void => showAtField(fields, error);
  const oldCode = useCodeToMe(captcha, { sent: () => fields.setFocus('oldCode'), failure: showFailure });
  const countdown = useResendCountdown(phoneMeantBy(useWatch({ control: fields.control, name: 'tel' })));
  const sending = useMutation({
    mutationFn: (wish: { tel: string; captchaTxt: string }) =>
      call(sendSmsCode, { ...wish, captchaKey: captcha.key ?? '', type: 'binding' }),
    onSuccess: ({ resendAt }) => {
      countdown.begin(resendAt);
      fields.setFocus('smsCode');
    },
    onError: showFailure,
    onSettled: captcha.refresh,
  });
  const changing = useMutation({
    mutationFn: ({ oldCode, tel, smsCode }: Form) => call(changePhone, { ...(oldCode === '' ? {} : { oldCode }), tel, code: smsCode }),
    onSuccess: (saved) => {
      keepUserInfo(queryClient, saved);
      broadcast('toast', { kind: 'success', text: userCenterText.phoneChanged });
      onClose();
    },
    onError: showFailure,
  });

  /** What stands in the picture's field, which is emptied; undefined when there is nothing, which is said. */
  const takeCaptcha = (): string | undefined => {
    const text = fields.getValues('captchaTxt').trim();
    if (text === '') {
      fields.setError('captchaTxt', { message: accountText.needCaptcha }, { shouldFocus: true });
      return undefined;
    }
    fields.clearErrors('captchaTxt');
    fields.setValue('captchaTxt', '');
    return text;
  };
  const handleSendOld = (): void => {
    const captchaTxt = takeCaptcha();
    if (captchaTxt !== undefined) oldCode.send(captchaTxt);
  };
  const handleSendNew = async (): Promise<void> => {
    if (!(await fields.trigger('tel', { shouldFocus: true }))) return;
    const captchaTxt = takeCaptcha();
    if (captchaTxt !== undefined) sending.mutate({ tel: phoneMeantBy(fields.getValues('tel')), captchaTxt });
  };
  const sentTo = sending.isSuccess && countdown.seconds > 0 ? maskPhone(sending.variables.tel) : undefined;
  return (
    <ModalDialog title={user.tel === '' ? userCenterText.addPhone : userCenterText.changePhone} onClose={onClose}>
      <form className={styles.dialogForm} noValidate onSubmit={fields.handleSubmit((values) => changing.mutate(values))}>
        <p>{user.tel === '' ? userCenterText.addPhoneLead : userCenterText.changePhoneLead(user.tel)}</p>
        <CaptchaField field={fields.register('captchaTxt')} error={errors.captchaTxt?.message} captcha={captcha} />
        {user.tel === '' ? null : (
          <SmsCodeField
            label={userCenterText.oldPhoneCode}
            field={fields.register('oldCode')}
            error={errors.oldCode?.message}
            seconds={oldCode.seconds}
            isSending={oldCode.isSending}
            onSend={handleSendOld}
            sentTo={oldCode.isSent ? user.tel : undefined}
          />
        )}
        <PhoneField label={userCenterText.newPhone} field={fields.register('tel')} error={errors.tel?.message} />
        <SmsCodeField
          label={userCenterText.newCode}
          field={fields.register('smsCode')}
          error={errors.smsCode?.message}
          seconds={countdown.seconds}
          isSending={sending.isPending}
          onSend={() => void handleSendNew()}
          sentTo={sentTo}
        />
        {user.tel === '' ? null : (
          <p className={styles.hint}>
            {userCenterText.lostPhone}
            <Link to="/helper/contact" className={styles.link}>
              {userCenterText.contact}
            </Link>
          </p>
        )}
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {userCenterText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={changing.isPending}>
            {userCenterText.confirm}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};
