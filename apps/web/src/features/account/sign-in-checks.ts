/** Client-side validation for each mode of the sign-in panel (specification.md §5). `useHumanCheck` validates captcha and slider. */
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

/** Schema of the phone number field: converts the text to the phone number it stands for (`phoneMeantBy`), then validates that. */
export const typedPhone = z.string().transform(phoneMeantBy).pipe(z.string().min(1, accountText.needPhone).pipe(phone));
const smsCode = z.string().trim().min(1, accountText.needSmsCode);

/**
 * Maximum size of a password as a JSON string: RSA-OAEP with 3072 bits takes 318 bytes, of which the rest of the JSON with its nonce of 51
 * characters is subtracted (encrypt-password.ts).
 */
const ESCAPED_BYTES_MAX = 251;
const bytesIn = (text: string): number => new TextEncoder().encode(text).length;
const isShortEnough = (text: string): boolean =>
  [...text.normalize('NFC')].length <= LIMITS.passwordMaxLength && bytesIn(text.normalize('NFC')) <= LIMITS.passwordMaxBytes;

/** Schema of a new password: the part of the server's rule that the client can check. Characters are counted as on the server. */
const newPassword = z
  .string()
  .min(1, signInText.choosePassword)
  .refine((text) => [...text.normalize('NFC')].length >= LIMITS.passwordMinLength, signInText.passwordRule)
  .refine(isShortEnough, { error: signInText.passwordTooLong, abort: true })
  .refine((text) => bytesIn(JSON.stringify(text.normalize('NFC'))) - 2 <= ESCAPED_BYTES_MAX, signInText.passwordTooManySigns);

const newPasswords = { newPassword, confirmPassword: z.string().min(1, signInText.confirmPlaceholder) };
const areAlike = (typed: { newPassword: string; confirmPassword: string }): boolean => typed.newPassword === typed.confirmPassword;
const unlike = {
  path: ['confirmPassword'],
  error: signInText.passwordsDiffer,
  // Compares the two passwords even if other fields are invalid, so that all errors are shown together.
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
