/** What every form of the panel is given, and what they have in common. */
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
  /** The call behind a passed slider was refused. */
  readonly onRefusedAfterSlider: (error: unknown) => void;
  readonly onMode: (mode: SignInMode) => void;
}

/** Enter in the picture's field asks for the code, which comes next, not for the sign-in. */
export const focusLeavesPicture = (event: SubmitEvent<HTMLFormElement>): boolean => {
  const { activeElement } = document;
  const isThere = activeElement instanceof HTMLInputElement && activeElement.name === 'captchaTxt';
  if (isThere) event.preventDefault();
  return isThere;
};

/** The server took the slider and refused what came with it: 业务验证不通过 (product spec, section 8). A slider not taken is told by itself. */
export const isRefusedBehindSlider = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'refused' && error.code !== 'account.sliderWrong';
