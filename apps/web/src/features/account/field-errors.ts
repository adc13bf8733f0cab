/** Shows errors of the server at the field of an account form that they concern. */
import type { ErrorCode } from '@shufang/contract';
import { ApiError, isRefusal } from '../../platform/api/api-error.ts';
import { onApiError } from '../../platform/api/on-api-error.ts';
import type { Form } from '../../platform/forms/use-form.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { PasswordTooLongError } from './encrypt-password.ts';

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
  if (error instanceof PasswordTooLongError) return { name: 'password', type: 'length', message: signInText.passwordTooLong };
  if (!(error instanceof ApiError) || error.code === undefined) return undefined;
  const name = fieldOf[error.code];
  return name === undefined ? undefined : { name, type: error.code, message: error.message };
};

/**
 * Shows the error of a form whose mutation claims every error. If the form has the field that the error concerns, the error is shown at
 * that field, which gets the focus; otherwise it is shown like that of any other call. An error of the slider is left to the slider.
 * `names`: names of fields that differ in this form from the usual ones.
 */
export const showFailure = <Values extends object>(
  form: Pick<Form<Values, unknown>, 'getValues' | 'setError' | 'setFocus'>,
  error: unknown,
  names: Partial<Record<FieldName, keyof Values>> = {},
): void => {
  if (isRefusal(error, 'account.sliderWrong')) return;
  const failure = failureOf(error);
  const name = failure && (names[failure.name] ?? failure.name);
  if (failure === undefined || name === undefined || !(name in form.getValues())) {
    onApiError(error);
    return;
  }
  form.setError(name as keyof Values, failure);
  form.setFocus(name as keyof Values);
};
