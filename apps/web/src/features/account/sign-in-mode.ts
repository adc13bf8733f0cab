/** The modes of the sign-in panel (specification.md §4), including password reset, and their URLs on `/user/login`. */
import { type SignInProvider, signInProvider } from '@shufang/contract';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { institutionText } from '../../platform/messages/zh-cn/institutions.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { providerTitles } from '../../platform/messages/zh-cn/sign-in-providers.ts';

export const signInModes = ['smsCodeLogin', 'passwordLogin', 'signUp', 'resetPassword', ...signInProvider.options, 'institution'] as const;
export type SignInMode = (typeof signInModes)[number];

/** The modes whose forms have fields. In the others the user enters nothing here. */
type SignInFormMode = Exclude<SignInMode, SignInProvider | 'institution'>;

/** Returns the provider of a mode; undefined for the other modes. */
export const providerOfMode = (mode: SignInMode): SignInProvider | undefined =>
  signInProvider.options.find((provider) => provider === mode);

/** Returns the mode if its form has fields, and otherwise the default mode. */
export const formModeOf = (mode: SignInMode): SignInFormMode =>
  mode === 'institution' || providerOfMode(mode) !== undefined ? 'smsCodeLogin' : (mode as SignInFormMode);

/** The values of the parameter `mode` that differ from the name of the mode. */
const params: Partial<Record<SignInMode, string>> = { smsCodeLogin: 'sms', passwordLogin: 'password', resetPassword: 'reset' };
const paramOf = (mode: SignInMode): string => params[mode] ?? mode;

const titles: Record<Exclude<SignInMode, SignInProvider>, string> = {
  smsCodeLogin: accountText.signIn,
  passwordLogin: accountText.signIn,
  signUp: signInText.signUpTitle,
  resetPassword: signInText.resetTitle,
  institution: institutionText.name,
};

/** Returns the title of the page and the dialog for `mode`. */
export const titleOf = (mode: SignInMode): string => ({ ...titles, ...providerTitles })[mode];

/** Returns the mode that the parameter `mode` in the URL names, as in `?mode=password`; undefined for anything else. */
export const modeOf = (word: string | null): SignInMode | undefined => signInModes.find((mode) => paramOf(mode) === word);

/** Returns the query of `/user/login` for `mode`; other parameters are preserved. */
export const withMode = (mode: SignInMode, search = ''): string => {
  const query = new URLSearchParams(search);
  if (mode === 'smsCodeLogin') query.delete('mode');
  else query.set('mode', paramOf(mode));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};
