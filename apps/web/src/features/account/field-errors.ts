/** At which field of the account's forms a refusal is told. */
import type { ErrorCode } from '@shufang/contract';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../platform/api/api-error.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { InsecurePageError, PasswordTooLongError } from './encrypt-password.ts';

export type FieldName = 'tel' | 'captchaTxt' | 'smsCode' | 'oldCode' | 'password';

const fieldOf: Partial<Record<ErrorCode, FieldName>> = {
  'account.phoneInvalid': 'tel',
  'account.notRegistered': 'tel',
  'account.phoneTaken': 'tel',
  'account.frozen': 'tel',
  'account.tooManyFailures': 'tel',
  'account.captchaWrong': 'captchaTxt',
  'account.smsCodeWrong': 'smsCode',
  'account.smsTooSoon': 'smsCode',
  'account.smsBudget': 'smsCode',
  'account.smsUnavailable': 'smsCode',
  'account.oldCodeWrong': 'oldCode',
  'account.credentialsWrong': 'password',
  'account.passwordWeak': 'password',
  'account.passwordTransport': 'password',
};

const failureOf = (error: unknown): { name: FieldName; type: string; message: string } | undefined => {
  if (error instanceof InsecurePageError) return { name: 'password', type: 'page', message: accountText.insecurePage };
  if (error instanceof PasswordTooLongError) return { name: 'password', type: 'length', message: signInText.passwordTooLong };
  if (!(error instanceof ApiError) || error.code === undefined) return undefined;
  const name = fieldOf[error.code];
  return name === undefined ? undefined : { name, type: error.code, message: error.message };
};

/** Marks the field a failure is about, when the form has it, and puts the focus there. `names`: what fields are called in this form. */
export const showAtField = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  names: Partial<Record<FieldName, Path<Values>>> = {},
): void => {
  const failure = failureOf(error);
  if (failure === undefined) return;
  const name = names[failure.name] ?? failure.name;
  if (!(name in form.getValues())) return;
  form.setError(name as Path<Values>, { type: failure.type, message: failure.message }, { shouldFocus: true });
};
