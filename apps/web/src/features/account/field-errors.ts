/** At which field of the sign-in forms a refusal is told. */
import type { ErrorCode } from '@shufang/contract';
import { ApiError } from '../../platform/api/api-error.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { InsecurePageError, PasswordTooLongError } from './encrypt-password.ts';
import type { CodeField, SignInDraft } from './sign-in-draft.ts';
import type { SignInFields } from './use-sign-in-form.ts';

type Place = keyof SignInDraft | 'code' | 'secret';

const placeOf: Partial<Record<ErrorCode, Place>> = {
  'account.phoneInvalid': 'tel',
  'account.notRegistered': 'tel',
  'account.phoneTaken': 'tel',
  'account.frozen': 'tel',
  'account.tooManyFailures': 'tel',
  'account.captchaWrong': 'captchaTxt',
  'account.smsCodeWrong': 'code',
  'account.smsTooSoon': 'code',
  'account.smsBudget': 'code',
  'account.smsUnavailable': 'code',
  'account.credentialsWrong': 'secret',
  'account.passwordWeak': 'secret',
  'account.passwordTransport': 'secret',
};

/** The names that stand for `code` and `secret` in the form at hand. */
export interface FormNames {
  readonly code?: CodeField;
  readonly secret?: 'password' | 'newPassword';
}

const failureOf = (error: unknown): { place: Place; message: string } | undefined => {
  if (error instanceof InsecurePageError) return { place: 'secret', message: accountText.insecurePage };
  if (error instanceof PasswordTooLongError) return { place: 'secret', message: signInText.passwordTooLong };
  const place = error instanceof ApiError && error.code !== undefined ? placeOf[error.code] : undefined;
  return place === undefined ? undefined : { place, message: (error as ApiError).message };
};

/** Marks the field a refusal is about, when the form has it, and puts the focus there. */
export const showAtField = (fields: SignInFields, error: unknown, names: FormNames): void => {
  const failure = failureOf(error);
  if (failure === undefined) return;
  const { place, message } = failure;
  const name = place === 'code' || place === 'secret' ? names[place] : place;
  const type = error instanceof ApiError ? (error.code ?? 'server') : 'server';
  if (name !== undefined) fields.setError(name, { type, message }, { shouldFocus: true });
};
