/** Sign-in with a password and a captcha or slider. The password leaves this page only encrypted. */
import { signInWithPassword, signInWithPasswordAfterSlider } from '@shufang/contract';
import { Button, Column, PasswordField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { encryptPassword } from './encrypt-password.ts';
import { showFailure } from './field-errors.ts';
import { HumanCheckField } from './human-check-field.tsx';
import { PanelLink } from './panel-link.tsx';
import styles from './sign-in.module.css';
import type { SignInFormProps } from './sign-in-form.ts';
import { SignInPhone } from './sign-in-phone.tsx';
import { asks, signInThroughSteps } from './sign-in-steps.ts';
import type { HumanProof } from './use-human-check.ts';

interface SignInInput {
  readonly tel: string;
  readonly password: string;
  readonly proof: HumanProof;
}

const signInBy = async ({ tel, password: plain, proof }: SignInInput) => {
  const password = await encryptPassword(plain);
  return signInThroughSteps(() =>
    proof.method === 'slider'
      ? call(signInWithPasswordAfterSlider, { tel, password, captcha: proof.captcha, ...asks })
      : call(signInWithPassword, { tel, password, captchaTxt: proof.captchaTxt, captchaKey: proof.captchaKey, ...asks }),
  );
};

export const PasswordSignInForm = ({ fields, check, onSignedIn, showRefusal, onMode }: SignInFormProps) => {
  const signingIn = useMutation({
    mutationFn: signInBy,
    meta: { claims: true },
    onSuccess: (result, { tel }) => onSignedIn(result, tel),
    onError: (error, { proof }) => {
      check.renew(error);
      if (proof.method === 'slider') showRefusal(error, () => showFailure(fields, error));
      else showFailure(fields, error);
    },
  });
  const handleValid = ({ tel, password }: { tel: string; password: string }): void => {
    const proof = check.take();
    if (proof !== undefined) signingIn.mutate({ tel, password, proof });
    else if (check.method === 'picture') fields.setFocus('captchaTxt');
  };
  return (
    // If the slider has not been solved, the error of the slider is shown together with those of the fields.
    <Column as="form" gap={16} className={styles.form} noValidate onSubmit={fields.handleSubmit(handleValid, () => void check.take())}>
      <SignInPhone fields={fields} />
      <div className={styles.block}>
        <PasswordField
          className={styles.field}
          {...fields.register('password')}
          autoComplete="current-password"
          label={accountText.password}
          placeholder={accountText.passwordPlaceholder}
          error={fields.errors.password?.message}
          showLabel={accountText.showPassword}
        />
        <PanelLink mode="resetPassword" className={styles.corner} onFollow={() => onMode('resetPassword')}>
          {signInText.forgotPassword}
        </PanelLink>
      </div>
      <HumanCheckField fields={fields} check={check} mode="passwordLogin" />
      <Button type="submit" size="md" isFullWidth isBusy={signingIn.isPending}>
        {accountText.signIn}
      </Button>
    </Column>
  );
};
