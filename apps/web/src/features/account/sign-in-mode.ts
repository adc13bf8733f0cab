/** The ways of the sign-in panel (product spec, section 4), a forgotten password among them, and their addresses on `/user/login`. */
export const signInModes = ['smsCodeLogin', 'passwordLogin', 'signUp', 'resetPassword', 'wechat', 'institution'] as const;
export type SignInMode = (typeof signInModes)[number];

const wordOf: Record<SignInMode, string> = {
  smsCodeLogin: 'sms',
  passwordLogin: 'password',
  signUp: 'signUp',
  resetPassword: 'reset',
  wechat: 'wechat',
  institution: 'institution',
};

/** `?mode=password` and the like; undefined for anything else. */
export const modeOf = (word: string | null): SignInMode | undefined => signInModes.find((mode) => wordOf[mode] === word);

/** The query of `/user/login` for `mode`; everything else in it stays. */
export const withMode = (mode: SignInMode, search = ''): string => {
  const query = new URLSearchParams(search);
  if (mode === 'smsCodeLogin') query.delete('mode');
  else query.set('mode', wordOf[mode]);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};
