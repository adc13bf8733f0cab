/** The sign-in panel: by SMS code (first), by password, sign-up, a forgotten password, and WeChat where it is set up. The same in the dialog and on `/user/login`. */
import './mantine-sign-in.css';
import type { LoginResult } from '@shufang/contract';
import { AlertDialog } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { institutionText } from '../../platform/messages/zh-cn/institutions.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { PanelLink } from './panel-link.tsx';
import { PasswordSignInForm } from './password-sign-in-form.tsx';
import { signInOptionsQuery } from './queries.ts';
import { rememberedPhoneMasked, rememberPhone } from './remembered-phone.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';
import styles from './sign-in.module.css';
import { SignInConsent } from './sign-in-consent.tsx';
import { clearDraft, emptyDraft, findDraftMode, keepDraftMode } from './sign-in-draft.ts';
import { isRefusedBehindSlider } from './sign-in-form.ts';
import type { SignInMode } from './sign-in-mode.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { SmsSignInForm } from './sms-sign-in-form.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useSignInForm } from './use-sign-in-form.ts';
import { WechatPanel } from './wechat-panel.tsx';

const InstitutionPanel = lazy(async () => ({ default: (await import('./institution-panel.tsx')).InstitutionPanel }));

const introOf: Partial<Record<SignInMode, string>> = {
  signUp: signInText.signUpIntro,
  resetPassword: signInText.resetIntro,
  wechat: signInText.wechatIntro,
  institution: institutionText.intro,
};

/** Where each way leads on to, in this order. */
const links: Record<SignInMode, readonly SignInMode[]> = {
  smsCodeLogin: ['passwordLogin', 'signUp', 'institution', 'wechat'],
  passwordLogin: ['smsCodeLogin', 'signUp', 'institution', 'wechat'],
  signUp: ['smsCodeLogin', 'passwordLogin'],
  resetPassword: ['passwordLogin', 'smsCodeLogin'],
  wechat: ['smsCodeLogin', 'passwordLogin'],
  institution: ['smsCodeLogin', 'passwordLogin'],
};
const linkText: Record<SignInMode, string> = {
  smsCodeLogin: accountText.switchToSmsCode,
  passwordLogin: accountText.switchToPassword,
  signUp: signInText.switchToSignUp,
  resetPassword: signInText.forgotPassword,
  wechat: signInText.switchToWechat,
  institution: institutionText.name,
};

interface SignInPanelProps {
  /** The way asked for; without, the one last chosen on this page, else by SMS code. */
  readonly initialMode?: SignInMode | undefined;
  readonly onModeChange?: (mode: SignInMode) => void;
  /** Said above the first ways in; the others have words of their own. */
  readonly intro?: string;
  /** Where WeChat brings the person back to: a path of this site. */
  readonly returnTo?: string;
}

/** A number nobody typed is of no use to a newcomer, and comes back with the other ways. */
const phoneFor = (mode: SignInMode, typed: string): string => {
  const remembered = rememberedPhoneMasked();
  if (mode === 'signUp') return typed === remembered ? '' : typed;
  return typed === '' ? remembered : typed;
};

export const SignInPanel = ({ initialMode, onModeChange, intro, returnTo = '/' }: SignInPanelProps) => {
  const panel = useRef<HTMLDivElement>(null);
  const [mode, setMode] = useState(() => initialMode ?? findDraftMode());
  const [notice, setNotice] = useState('');
  const [isRefused, setRefused] = useState(false);
  const [termsOpen, setTermsOpen] = useState(false);
  const fields = useSignInForm(mode === 'wechat' || mode === 'institution' ? 'smsCodeLogin' : mode);
  const check = useHumanCheck(fields);
  const { data: options } = useQuery(signInOptionsQuery());

  const changeMode = (next: SignInMode): void => {
    fields.reset({ ...fields.getValues(), tel: phoneFor(next, fields.getValues('tel')) });
    setNotice('');
    keepDraftMode(next);
    setMode(next);
    onModeChange?.(next);
  };
  // What was followed is gone from the screen: the focus goes to what is to be done next.
  const shownMode = useRef(mode);
  useEffect(() => {
    if (shownMode.current === mode) return;
    shownMode.current = mode;
    const inputs = [...(panel.current?.querySelectorAll('input') ?? [])].filter(({ type }) => type !== 'checkbox');
    (inputs.find(({ value }) => value === '') ?? inputs[0] ?? panel.current)?.focus();
  }, [mode]);

  const handleSignedIn = async (result: LoginResult, tel: string): Promise<void> => {
    rememberPhone(tel);
    fields.reset(emptyDraft);
    check.renew();
    clearDraft();
    await completeSignIn(result);
  };
  const form = {
    fields,
    check,
    onSignedIn: handleSignedIn,
    onRefusedAfterSlider: (error: unknown) => setRefused(isRefusedBehindSlider(error)),
    onMode: changeMode,
  };
  const handleReset = (): void => {
    changeMode('passwordLogin');
    setNotice(signInText.resetDone);
  };
  const lead = introOf[mode] ?? intro;
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      {lead === undefined ? null : <p className={styles.intro}>{lead}</p>}
      <p className={styles.notice} role="status">
        {notice}
      </p>
      {mode === 'smsCodeLogin' ? <SmsSignInForm {...form} /> : null}
      {mode === 'passwordLogin' ? <PasswordSignInForm {...form} /> : null}
      {mode === 'signUp' ? <SignUpForm {...form} /> : null}
      {mode === 'resetPassword' ? <ResetPasswordForm {...form} onReset={handleReset} /> : null}
      {mode === 'wechat' ? <WechatPanel returnTo={returnTo} /> : null}
      {mode === 'institution' ? (
        <Suspense fallback={<p role="status">{institutionText.looking}</p>}>
          <InstitutionPanel returnTo={returnTo} />
        </Suspense>
      ) : null}
      <ul className={styles.modes}>
        {links[mode]
          .filter((target) => target !== 'wechat' || options?.wechat === true)
          .map((target) => (
            <li key={target}>
              <PanelLink mode={target} onFollow={() => changeMode(target)}>
                {linkText[target]}
              </PanelLink>
            </li>
          ))}
      </ul>
      {mode === 'smsCodeLogin' ? <p className={styles.expert}>{accountText.expertHint}</p> : null}
      <SignInConsent
        isSignUp={mode === 'signUp'}
        isOpen={termsOpen}
        onOpen={() => setTermsOpen(true)}
        onClose={() => setTermsOpen(false)}
      />
      {isRefused ? (
        <AlertDialog title={signInText.alertTitle} confirmLabel={signInText.alertConfirm} onConfirm={() => setRefused(false)}>
          {signInText.businessRefused}
        </AlertDialog>
      ) : null}
    </div>
  );
};
