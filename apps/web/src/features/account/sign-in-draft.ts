/**
 * What a person has typed into the sign-in panel and not yet sent. Lives as long as the page, so that switching the way or closing
 * the dialog loses nothing; the phone number alone also survives a reload of this tab. A password is never written down.
 */
import { z } from 'zod';
import { rememberedPhoneMasked } from './remembered-phone.ts';
import type { SignInMode } from './sign-in-mode.ts';

export interface SignInDraft {
  tel: string;
  /** Belongs to the picture on the screen and goes with it. */
  captchaTxt: string;
  /** A code is good for one purpose only. */
  loginCode: string;
  bindingCode: string;
  resetCode: string;
  password: string;
  newPassword: string;
  confirmPassword: string;
  autoRegister: boolean;
}
export type CodeField = 'loginCode' | 'bindingCode' | 'resetCode';

/** A form nobody has typed into; auto-register is ticked (product spec, section 9). */
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

/** Session storage may be refused by the browser's settings; then the number does not survive a reload, and that is all. */
const inSession = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
};

/** What was typed before, else the number of the last sign-in, masked. */
export const findDraft = (): SignInDraft =>
  draft ?? {
    ...emptyDraft,
    tel: typedPhone.safeParse(inSession((storage) => storage.getItem(TYPED_PHONE))).data ?? rememberedPhoneMasked(),
  };

export const keepDraft = (values: SignInDraft): void => {
  draft = { ...values, captchaTxt: '' };
  inSession((storage) => {
    if (values.tel === '' || values.tel === rememberedPhoneMasked()) storage.removeItem(TYPED_PHONE);
    else storage.setItem(TYPED_PHONE, values.tel);
  });
};

/** The way last chosen on this page. */
export const findDraftMode = (): SignInMode => (mode === 'wechat' || mode === 'institution' ? 'smsCodeLogin' : mode);
export const keepDraftMode = (chosen: SignInMode): void => {
  mode = chosen;
};

/** After a success nothing typed is kept. */
export const clearDraft = (): void => {
  draft = undefined;
  mode = 'smsCodeLogin';
  inSession((storage) => storage.removeItem(TYPED_PHONE));
};
