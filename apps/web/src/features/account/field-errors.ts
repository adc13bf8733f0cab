/** At which field of the sign-in forms a refusal is told. */
import type { ErrorCode } from '@shufang/contract';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../platform/api/api-error.ts';

const fieldOf: Partial<Record<ErrorCode, 'tel' | 'captchaTxt' | 'smsCode' | 'password'>> = {
  'account.phoneInvalid': 'tel',
  'account.notRegistered': 'tel',
  'account.frozen': 'tel',
  'account.captchaWrong': 'captchaTxt',
  'account.smsCodeWrong': 'smsCode',
  'account.credentialsWrong': 'password',
  'account.tooManyFailures': 'tel',
};

/** Marks the field a refusal is about, when the form has it, and puts the focus there. */
export const showAtField = <Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): void => {
  const name = error instanceof ApiError && error.code !== undefined ? fieldOf[error.code] : undefined;
  if (name === undefined || !(name in form.getValues())) return;
  form.setError(name as string as Path<Values>, { type: 'server', message: (error as ApiError).message }, { shouldFocus: true });
};
