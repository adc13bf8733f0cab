/** What each way of the panel asks of what was typed, before anything is sent (product spec, section 5). Picture and slider are asked for by `useHumanCheck`. */
import { LIMITS, phone } from '@shufang/contract';
import { z } from 'zod';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { phoneMeantBy } from './remembered-phone.ts';

const draft = z.object({
  tel: z.string(),
  captchaTxt: z.string(),
  loginCode: z.string(),
  bindingCode: z.string(),
  resetCode: z.string(),
  password: z.string(),
  newPassword: z.string(),
  confirmPassword: z.string(),
  autoRegister: z.boolean(),
});

/** Out comes the number that is meant (`phoneMeantBy`). */
export const typedPhone = z.string().transform(phoneMeantBy).pipe(z.string().min(1, accountText.needPhone).pipe(phone));
const smsCode = z.string().trim().min(1, accountText.needSmsCode);

/** What RSA-OAEP with 3072 bits holds, 318 bytes, less the envelope and its nonce (encrypt-password.ts). */
const PASSWORD_BYTES_MAX = 246;
const bytesIn = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length - 2;

/** The server's rule as far as a page can know it: characters are counted as the server counts them. */
const newPassword = z
  .string()
  .min(1, signInText.choosePassword)
  .refine((text) => [...text.normalize('NFC')].length >= LIMITS.passwordMinLength, signInText.passwordRule)
  .refine((text) => [...text.normalize('NFC')].length <= LIMITS.passwordMaxLength && bytesIn(text) <= PASSWORD_BYTES_MAX, {
    error: signInText.passwordTooLong,
  });

const newPasswords = { newPassword, confirmPassword: z.string().min(1, signInText.confirmPlaceholder) };
const areAlike = (typed: { newPassword: string; confirmPassword: string }): boolean => typed.newPassword === typed.confirmPassword;
const unlike = {
  path: ['confirmPassword'],
  error: signInText.passwordsDiffer,
  // Said together with what else is wrong, not after it.
  when: ({ value }: { value: unknown }): boolean => (value as { confirmPassword?: string }).confirmPassword !== '',
};

export const signInChecks = {
  smsCodeLogin: draft.extend({ tel: typedPhone, loginCode: smsCode }),
  passwordLogin: draft.extend({ tel: typedPhone, password: z.string().min(1, accountText.needPassword) }),
  signUp: draft.extend({ tel: typedPhone, bindingCode: smsCode, ...newPasswords }).refine(areAlike, unlike),
  resetPassword: draft.extend({ tel: typedPhone, resetCode: smsCode, ...newPasswords }).refine(areAlike, unlike),
  bindPhone: draft.extend({ tel: typedPhone, bindingCode: smsCode }),
} as const;
export type SignInCheck = keyof typeof signInChecks;
