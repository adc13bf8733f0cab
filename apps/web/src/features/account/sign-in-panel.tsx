/**
 * The sign-in panel: by SMS code (first), by password, sign-up, password reset, and the providers that are configured. Used in the dialog and on
 * `/user/login`.
 */
import { type LoginResult, type SignInProvider, signInProvider } from '@shufang/contract';
import { Cluster, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { institutionText } from '../../platform/messages/zh-cn/institutions.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { providerText, providerTitles } from '../../platform/messages/zh-cn/sign-in-providers.ts';
import { showsOtherSites } from '../../platform/session/shows-other-sites.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { DeviceQuestion } from './device-question.tsx';
import { PanelLink } from './panel-link.tsx';
import { PasswordSignInForm } from './password-sign-in-form.tsx';
import { ProviderButton } from './provider-button.tsx';
import { ProviderPanel } from './provider-panel.tsx';
import { findProviderOfApp, providerWay } from './provider-way.ts';
import { signInOptionsQuery } from './queries.ts';
import { rememberedPhoneMasked, rememberPhone } from './remembered-phone.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';
import styles from './sign-in.module.css';
import { SignInConsent } from './sign-in-consent.tsx';
import { clearDraft, emptyDraft, findDraftMode, saveDraftMode } from './sign-in-draft.ts';
import { formModeOf, providerOfMode, type SignInMode } from './sign-in-mode.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { SmsSignInForm } from './sms-sign-in-form.tsx';
import { useHumanCheck } from './use-human-check.ts';
import { useRefusalAlert } from './use-refusal-alert.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

const InstitutionPanel = lazy(async () => ({ default: (await import('./institution-panel.tsx')).InstitutionPanel }));

const introOf: Partial<Record<SignInMode, string>> = {
  signUp: signInText.signUpIntro,
  resetPassword: signInText.resetIntro,
  institution: institutionText.intro,
};

/** For each mode, the other modes to which the panel links, in this order. */
const links: Partial<Record<SignInMode, readonly SignInMode[]>> = {
  smsCodeLogin: ['passwordLogin', 'signUp', 'institution', ...signInProvider.options],
  passwordLogin: ['smsCodeLogin', 'signUp', 'institution', ...signInProvider.options],
  signUp: ['smsCodeLogin', 'passwordLogin'],
  resetPassword: ['passwordLogin', 'smsCodeLogin'],
};
/** The links of the modes of providers and institutions. */
const linksOfExternalModes: readonly SignInMode[] = ['smsCodeLogin', 'passwordLogin'];
const linkText: Record<SignInMode, string> = {
  smsCodeLogin: accountText.switchToSmsCode,
  passwordLogin: accountText.switchToPassword,
  signUp: signInText.switchToSignUp,
  resetPassword: signInText.forgotPassword,
  ...providerTitles,
  institution: institutionText.name,
};

interface SignInPanelProps {
  /** The requested mode; defaults to the last one selected on this page, then to SMS code. */
  readonly initialMode?: SignInMode | undefined;
  readonly onModeChange?: (mode: SignInMode) => void;
  /** Text above the form of the default mode; the other modes have their own text. */
  readonly intro?: string;
  /** The path of this site to which the browser returns after signing in through a provider or an institution. */
  readonly returnTo?: string;
}

/**
 * Returns the phone number to show in a mode: the remembered number of this device is removed for sign-up and restored in the other modes.
 */
const phoneFor = (mode: SignInMode, typed: string): string => {
  const remembered = rememberedPhoneMasked();
  if (mode === 'signUp') return typed === remembered ? '' : typed;
  return typed === '' ? remembered : typed;
};

export const SignInPanel = ({ initialMode, onModeChange, intro, returnTo = '/' }: SignInPanelProps) => {
  const panel = useRef<HTMLDivElement>(null);
  const [mode, setMode] = useState(() => initialMode ?? findDraftMode());
  const [notice, setNotice] = useState('');
  const { alert, showRefusal } = useRefusalAlert();
  const [termsOpen, setTermsOpen] = useState(false);
  const fields = useSignInForm(formModeOf(mode));
  const check = useHumanCheck(fields);
  const { data: options } = useQuery(signInOptionsQuery());

  const changeMode = (next: SignInMode): void => {
    const typed = fields.getValues();
    fields.reset({ ...typed, tel: phoneFor(next, typed.tel) });
    setNotice('');
    if (check.isPassed) check.renew();
    saveDraftMode(next);
    setMode(next);
    onModeChange?.(next);
  };
  // After a change of mode the link that had the focus is removed, so the focus moves to the first empty field.
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
    showRefusal,
    onMode: changeMode,
  };
  const handleReset = (): void => {
    changeMode('passwordLogin');
    setNotice(signInText.resetDone);
  };
  const provider = providerOfMode(mode);
  const lead = provider === undefined ? (introOf[mode] ?? intro) : providerText(provider).intro[providerWay(provider)];
  // Inside the app of a provider, the button for signing in with it comes first, and no link leads to it.
  const providerOfApp = findProviderOfApp();
  const isFirstWay = mode === 'smsCodeLogin' || mode === 'passwordLogin';
  const isOffered = (each: SignInProvider): boolean => showsOtherSites() && options?.providers.includes(each) === true;
  const isLinked = (target: SignInMode): boolean => {
    const other = providerOfMode(target);
    if (target === 'institution') return showsOtherSites();
    return other === undefined || (isOffered(other) && other !== providerOfApp);
  };
  return (
    <div ref={panel} className={styles.panel} tabIndex={-1}>
      <DeviceQuestion />
      {lead === undefined ? null : (
        <Text as="p" size={14} tone="soft" marginBottom={24}>
          {lead}
        </Text>
      )}
      <p className={styles.notice} role="status">
        {notice}
      </p>
      {providerOfApp !== undefined && isFirstWay && isOffered(providerOfApp) ? (
        <ProviderButton provider={providerOfApp} returnTo={returnTo} />
      ) : null}
      {mode === 'smsCodeLogin' ? <SmsSignInForm {...form} /> : null}
      {mode === 'passwordLogin' ? <PasswordSignInForm {...form} /> : null}
      {mode === 'signUp' ? <SignUpForm {...form} /> : null}
      {mode === 'resetPassword' ? <ResetPasswordForm {...form} onReset={handleReset} /> : null}
      {provider === undefined ? null : <ProviderPanel key={provider} provider={provider} returnTo={returnTo} />}
      {mode === 'institution' ? (
        <Suspense fallback={<p role="status">{institutionText.looking}</p>}>
          <InstitutionPanel returnTo={returnTo} />
        </Suspense>
      ) : null}
      <Cluster as="ul" gap={[4, 24]} size={14} marginTop={16} className={styles.modes}>
        {(links[mode] ?? linksOfExternalModes).filter(isLinked).map((target) => (
          <li key={target}>
            <PanelLink mode={target} onFollow={() => changeMode(target)}>
              {linkText[target]}
            </PanelLink>
          </li>
        ))}
      </Cluster>
      {mode === 'smsCodeLogin' ? (
        <Text as="p" size={13} tone="faint" marginTop={4}>
          {accountText.expertHint}
        </Text>
      ) : null}
      <SignInConsent
        isSignUp={mode === 'signUp'}
        isOpen={termsOpen}
        onOpen={() => setTermsOpen(true)}
        onClose={() => setTermsOpen(false)}
      />
      {alert}
    </div>
  );
};
