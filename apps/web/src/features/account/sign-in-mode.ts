/** The modes of the sign-in panel (specification.md §4), including password reset, and their URLs on `/user/login`. */
import { institutionText } from '../../platform/messages/zh-cn/institutions.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';

export const signInModes = ['smsCodeLogin', 'passwordLogin', 'signUp', 'resetPassword', 'wechat', 'institution'] as const;
export type SignInMode = (typeof signInModes)[number];

const paramOf: Record<SignInMode, string> = {
  smsCodeLogin: 'sms',
  passwordLogin: 'password',
  signUp: 'signUp',
  resetPassword: 'reset',
  wechat: 'wechat',
  institution: 'institution',
};

/** Returns the title of the page and the dialog for `mode`; `first` is sign-in by SMS code, the default. */
export const titleOf = (mode: SignInMode, first: string): string =>
  ({
    smsCodeLogin: first,
    passwordLogin: signInText.passwordTitle,
    signUp: signInText.signUpTitle,
    resetPassword: signInText.resetTitle,
    wechat: signInText.wechatTitle,
    institution: institutionText.name,
  })[mode];

/** Returns the mode that the parameter `mode` in the URL names, as in `?mode=password`; undefined for anything else. */
export const modeOf = (word: string | null): SignInMode | undefined => signInModes.find((mode) => paramOf[mode] === word);

/** Returns the query of `/user/login` for `mode`; other parameters are preserved. */
export const withMode = (mode: SignInMode, search = ''): string => {
  const query = new URLSearchParams(search);
  if (mode === 'smsCodeLogin') query.delete('mode');
  else query.set('mode', paramOf[mode]);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};
