/** Props and functions shared by the forms of the sign-in panel. */
import type { LoginResult } from '@shufang/contract';
import type { SubmitEvent } from 'react';
import type { SignInMode } from './sign-in-mode.ts';
import type { HumanCheck } from './use-human-check.ts';
import type { ShowRefusal } from './use-refusal-alert.tsx';
import type { SignInFields } from './use-sign-in-form.ts';

export interface SignInFormProps {
  readonly fields: SignInFields;
  readonly check: HumanCheck;
  readonly onSignedIn: (result: LoginResult, tel: string) => Promise<void>;
  /** Shows the error of a call that was sent with the solution of the slider. */
  readonly showRefusal: ShowRefusal;
  readonly onMode: (mode: SignInMode) => void;
}

/**
 * Prevents the submission of the form by Enter in the captcha field, because the next step is to request the SMS code. Returns whether the
 * submission was prevented.
 */
export const focusLeavesPicture = (event: SubmitEvent<HTMLFormElement>): boolean => {
  const { activeElement } = document;
  const isThere = activeElement instanceof HTMLInputElement && activeElement.name === 'captchaTxt';
  if (isThere) event.preventDefault();
  return isThere;
};
