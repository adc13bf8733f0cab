/**
 * The unsent input of the sign-in panel. Lives as long as the page, so that switching the mode or closing
 * the dialog loses nothing; only the phone number also survives a reload of this tab. A password is never stored.
 */
import { z } from 'zod';
import { rememberedPhoneMasked } from './remembered-phone.ts';
import { formModeOf, type SignInMode } from './sign-in-mode.ts';

export interface SignInDraft {
  tel: string;
  /** The typed text of the current captcha; cleared when another captcha is loaded. */
  captchaTxt: string;
  /** The typed SMS codes, one field for each purpose, because a code is valid for one purpose only. */
  loginCode: string;
  bindingCode: string;
  resetCode: string;
  password: string;
  newPassword: string;
  confirmPassword: string;
  autoRegister: boolean;
}
export type CodeField = 'loginCode' | 'bindingCode' | 'resetCode';

/** The initial values of the form; the checkbox to register automatically is checked (specification.md §9). */
export const emptyDraft: SignInDraft = {
  tel: '',
  captchaTxt: '',
  loginCode: '',
  bindingCode: '',
  resetCode: '',
  password: '',
  newPassword: '',
  confirmPassword: '',
  autoRegister: true,
};

const TYPED_PHONE = 'signInPhone';
const typedPhone = z.string().max(40);

let draft: SignInDraft | undefined;
let mode: SignInMode = 'smsCodeLogin';

/** Runs `use` with the session storage. The browser may block it; then the phone number does not survive a reload. */
const inSession = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
};

/** Returns the draft with the phone number typed before, or else the masked number of the last sign-in. */
export const findDraft = (): SignInDraft =>
  draft ?? {
    ...emptyDraft,
    tel: typedPhone.safeParse(inSession((storage) => storage.getItem(TYPED_PHONE))).data ?? rememberedPhoneMasked(),
  };

export const saveDraft = (values: SignInDraft): void => {
  draft = { ...values, captchaTxt: '' };
  inSession((storage) => {
    if (values.tel === '' || values.tel === rememberedPhoneMasked()) storage.removeItem(TYPED_PHONE);
    else storage.setItem(TYPED_PHONE, values.tel);
  });
};

/** Returns the sign-in mode last selected on this page. */
export const findDraftMode = (): SignInMode => formModeOf(mode);
export const saveDraftMode = (chosen: SignInMode): void => {
  mode = chosen;
};

/** Clears the input after a successful sign-in. */
export const clearDraft = (): void => {
  draft = undefined;
  mode = 'smsCodeLogin';
  inSession((storage) => storage.removeItem(TYPED_PHONE));
};
