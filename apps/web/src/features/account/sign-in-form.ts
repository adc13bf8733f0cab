/** Props and functions shared by the forms of the sign-in panel. */
import type { LoginResult } from '@shufang/contract';
import type { SubmitEvent } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import type { SignInMode } from './sign-in-mode.ts';
import type { HumanCheck } from './use-human-check.ts';
import type { SignInFields } from './use-sign-in-form.ts';

export interface SignInFormProps {
  readonly fields: SignInFields;
  readonly check: HumanCheck;
  readonly onSignedIn: (result: LoginResult, tel: string) => Promise<void>;
  /** Called if the server accepted the solution of the slider, but refused the call, for example because of a wrong password. */
  readonly onRefusedAfterSlider: (error: unknown) => void;
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

/**
 * Returns whether the server accepted the solution of the slider but refused the request, which is shown as 业务验证不通过 (business validation
 * failed; specification.md §8). A wrong solution has an error of its own.
 */
export const isRefusedBehindSlider = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.kind === 'refused' &&
  error.code !== 'account.sliderWrong' &&
  error.code !== 'account.secondFactorRequired';
