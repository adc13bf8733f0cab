/** Fields shared by several account operations. */
import { z } from 'zod';

export const captchaFields = { captchaTxt: z.string().min(1).max(16), captchaKey: z.string().min(1).max(64) };

/** Encrypted password: base64 of RSA-OAEP-SHA-256 over JSON `{"pw","n"}`, prefixed by the key id and a colon. */
export const encryptedPassword = z.string().min(1).max(2048);

export const smsCodeText = z.string().min(1).max(12);

/** Purposes of an SMS code. `binding`: for signing up and for linking a phone number or a provider to an account (specification.md §7). */
export const smsType = z.enum(['login', 'binding', 'resetPassword']);
export type SmsType = z.output<typeof smsType>;

/** Solution of a slider captcha: Aliyun's verification text, or JSON of `localSliderAnswer` for our own slider. */
export const sliderAnswer = z.string().min(1).max(8192);

/**
 * Solution of our own slider captcha: `x` is the offset of the puzzle piece in CSS pixels of the image; `second`: that of the second
 * puzzle.
 */
export const localSliderAnswer = z.object({
  key: z.string().min(1).max(64),
  x: z.number().min(0).max(1000),
  second: z.number().min(0).max(1000).optional(),
});
export type LocalSliderAnswer = z.output<typeof localSliderAnswer>;
