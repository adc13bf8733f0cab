/** Sign-in with a password after a picture or a slider. The password leaves this page only encrypted. */
import { Button, PasswordInput } from '@mantine/core';
import { signInWithPassword, signInWithPasswordAfterSlider } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { encryptPassword } from './encrypt-password.ts';
import { showAtField } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import { PanelLink } from './panel-link.tsx';
import styles from './sign-in.module.css';
import type { SignInFormProps } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import type { HumanProof } from './use-human-check.ts';
import { submitWith } from './use-sign-in-form.ts';

interface Wish {
  readonly tel: string;
  readonly password: string;
  readonly proof: HumanProof;
}

const signInBy = async ({ tel, password: plain, proof }: Wish) => {
  const password = await encryptPassword(plain);
  if (proof.way === 'slider') return call(signInWithPasswordAfterSlider, { tel, password, captcha: proof.captcha });
  return call(signInWithPassword, { tel, password, captchaTxt: proof.captchaTxt, captchaKey: proof.captchaKey });
};

export const PasswordSignInForm = ({ fields, check, onSignedIn, onRefusedAfterSlider, onMode }: SignInFormProps) => {
  const { errors } = fields.formState;
  const signingIn = useMutation({
    mutationFn: signInBy,
    onSuccess: (result, { tel }) => onSignedIn(result, tel),
    onError: (error, { proof }) => {
      check.renew(error);
      showAtField(fields, error);
      if (proof.way === 'slider') onRefusedAfterSlider(error);
    },
  });
  const handleValid = ({ tel, password }: { tel: string; password: string }): void => {
    const proof = check.take();
    if (proof !== undefined) signingIn.mutate({ tel, password, proof });
    else if (check.way === 'picture') fields.setFocus('captchaTxt');
  };
  return (
    // What is missing at the slider is said together with the rest.
    <form className={styles.form} noValidate onSubmit={submitWith(fields, handleValid, () => void check.take())}>
      <SignInPhone fields={fields} />
      <div className={styles.block}>
        <PasswordInput
          className={styles.field ?? ''}
          {...fields.register('password')}
          autoComplete="current-password"
          size="md"
          label={accountText.password}
          placeholder={accountText.passwordPlaceholder}
          error={errors.password?.message}
          aria-invalid={errors.password !== undefined}
          visibilityToggleButtonProps={{ 'aria-label': accountText.showPassword, tabIndex: 0 }}
        />
        <PanelLink mode="resetPassword" className={styles.corner} onFollow={() => onMode('resetPassword')}>
          {signInText.forgotPassword}
        </PanelLink>
      </div>
      <HumanCheckField fields={fields} check={check} mode="passwordLogin" />
      <Button type="submit" size="md" fullWidth loading={signingIn.isPending}>
        {accountText.signIn}
      </Button>
    </form>
  );
};
