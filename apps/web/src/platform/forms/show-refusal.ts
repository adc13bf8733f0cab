/** Shows an error response of the server at the field of a form that it concerns. */
import type { ErrorCode } from '@shufang/contract';
import { isRefusal } from '../api/api-error.ts';
import type { Form } from './use-form.ts';

/** If `error` has one of the `codes`, shows its message at the field `name`, which gets the focus. */
export const showRefusal = <Values extends object>(
  form: Pick<Form<Values, unknown>, 'setError' | 'setFocus'>,
  name: keyof Values,
  error: unknown,
  codes: readonly ErrorCode[],
): void => {
  if (!isRefusal(error, ...codes)) return;
  form.setError(name, { type: error.code, message: error.message });
  form.setFocus(name);
};
