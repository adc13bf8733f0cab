/** Sign-in with a code sent to the phone: the code is asked for after an image captcha. */
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { maskPhone, phone, sendSmsCode, signInWithSmsCode } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { CaptchaField } from './captcha-field.tsx';
import { completeSignIn } from './complete-sign-in.ts';
import { showAtField } from './field-errors.ts';
import { PhoneField } from './phone-field.tsx';
import styles from './sign-in.module.css';
import { useCaptcha } from './use-captcha.ts';
import { useResendCountdown } from './use-resend-countdown.ts';

const form = z.object({
  tel: z.string().trim().min(1, accountText.needPhone).pipe(phone),
  captchaTxt: z.string().trim(),
  smsCode: z.string().trim().min(1, accountText.needSmsCode),
  autoRegister: z.boolean(),
});
const captchaText = z.string().trim().min(1, accountText.needCaptcha);
type Form = z.output<typeof form>;

interface SignInFormProps {
  readonly tel: string;
  readonly onTelChange: (tel: string) => void;
}

export const SmsSignInForm = ({ tel, onTelChange }: SignInFormProps) => {
  const captcha = useCaptcha();
  const countdown = useResendCountdown();
  const fields = useForm<Form>({ resolver: zodResolver(form), defaultValues: { tel, captchaTxt: '', smsCode: '', autoRegister: true } });
  const { errors } = fields.formState;

  const sending = useMutation({
    mutationFn: (input: { tel: string; captchaTxt: string; captchaKey: string }) => call(sendSmsCode, { ...input, type: 'login' }),
    onSuccess: ({ resendAt }) => {
      countdown.begin(resendAt);
      fields.clearErrors(['captchaTxt', 'smsCode']);
      fields.setFocus('smsCode');
    },
    onError: (error) => showAtField(fields, error),
    onSettled: () => {
      captcha.refresh();
      fields.setValue('captchaTxt', '');
    },
  });
  const signingIn = useMutation({
    mutationFn: ({ tel, smsCode, autoRegister }: Form) => call(signInWithSmsCode, { tel, code: smsCode, autoRegister }),
    onSuccess: async (result) => {
      fields.reset();
      captcha.refresh();
      await completeSignIn(result);
    },
    onError: (error) => showAtField(fields, error),
  });

  const handleSend = async (): Promise<void> => {
    const telValid = await fields.trigger('tel');
    const text = captchaText.safeParse(fields.getValues('captchaTxt'));
    if (!text.success) fields.setError('captchaTxt', { message: accountText.needCaptcha }, { shouldFocus: telValid });
    if (!telValid) fields.setFocus('tel');
    if (!telValid || !text.success || captcha.key === undefined) return;
    fields.clearErrors('captchaTxt');
    sending.mutate({ tel: fields.getValues('tel').trim(), captchaTxt: text.data, captchaKey: captcha.key });
  };

  const sent = sending.isSuccess && countdown.seconds > 0;
  return (
    <form className={styles.form} noValidate onSubmit={fields.handleSubmit((values) => signingIn.mutate(values))}>
      <PhoneField field={fields.register('tel', { onChange: (event) => onTelChange(event.target.value) })} error={errors.tel?.message} />
      <CaptchaField field={fields.register('captchaTxt')} error={errors.captchaTxt?.message} captcha={captcha} />
      <div className={styles.withSide}>
        <TextInput
          className={styles.field ?? ''}
          {...fields.register('smsCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          size="md"
          label={accountText.smsCode}
          placeholder={accountText.smsCodePlaceholder}
          error={errors.smsCode?.message}
        />
        <Button
          variant="default"
          size="md"
          className={styles.side}
          disabled={countdown.seconds > 0}
          loading={sending.isPending}
          onClick={handleSend}
        >
          {countdown.seconds > 0 ? accountText.sendAgainIn(countdown.seconds) : accountText.sendCode}
        </Button>
      </div>
      <p className={styles.sent} role="status">
        {sent ? accountText.codeSent(maskPhone(sending.variables.tel)) : ''}
      </p>
      <Checkbox {...fields.register('autoRegister')} label={accountText.autoRegister} />
      <Button type="submit" size="md" fullWidth loading={signingIn.isPending}>
        {accountText.signIn}
      </Button>
    </form>
  );
};
