/** Sign-in with a password and an image captcha. The password leaves this page only encrypted. */
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput } from '@mantine/core';
import { phone, signInWithPassword } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { CaptchaField } from './captcha-field.tsx';
import { completeSignIn } from './complete-sign-in.ts';
import { encryptPassword, InsecurePageError } from './encrypt-password.ts';
import { showAtField } from './field-errors.ts';
import { PhoneField } from './phone-field.tsx';
import styles from './sign-in.module.css';
import { useCaptcha } from './use-captcha.ts';

const form = z.object({
  tel: z.string().trim().min(1, accountText.needPhone).pipe(phone),
  password: z.string().min(1, accountText.needPassword),
  captchaTxt: z.string().trim().min(1, accountText.needCaptcha),
});
type Form = z.output<typeof form>;

interface SignInFormProps {
  readonly tel: string;
  readonly onTelChange: (tel: string) => void;
}

export const PasswordSignInForm = ({ tel, onTelChange }: SignInFormProps) => {
  const captcha = useCaptcha();
  const fields = useForm<Form>({ resolver: zodResolver(form), defaultValues: { tel, password: '', captchaTxt: '' } });
  const { errors } = fields.formState;
  const signingIn = useMutation({
    mutationFn: async ({ tel, password, captchaTxt }: Form) =>
      call(signInWithPassword, { tel, captchaTxt, captchaKey: captcha.key ?? '', password: await encryptPassword(password) }),
    onSuccess: async (result) => {
      fields.reset();
      captcha.refresh();
      await completeSignIn(result);
    },
    onError: (error) => {
      captcha.refresh();
      fields.setValue('captchaTxt', '');
      if (error instanceof InsecurePageError) fields.setError('password', { message: accountText.insecurePage });
      else showAtField(fields, error);
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={fields.handleSubmit((values) => signingIn.mutate(values))}>
      <PhoneField field={fields.register('tel', { onChange: (event) => onTelChange(event.target.value) })} error={errors.tel?.message} />
      <PasswordInput
        className={styles.field ?? ''}
        {...fields.register('password')}
        autoComplete="current-password"
        maxLength={128}
        size="md"
        label={accountText.password}
        placeholder={accountText.passwordPlaceholder}
        error={errors.password?.message}
        visibilityToggleButtonProps={{ 'aria-label': accountText.showPassword, tabIndex: 0 }}
      />
      <CaptchaField field={fields.register('captchaTxt')} error={errors.captchaTxt?.message} captcha={captcha} />
      <Button type="submit" size="md" fullWidth loading={signingIn.isPending}>
        {accountText.signIn}
      </Button>
    </form>
  );
};
