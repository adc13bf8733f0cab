/** Fields that several account calls share. */
import { z } from 'zod';

export const captchaFields = { captchaTxt: z.string().min(1).max(16), captchaKey: z.string().min(1).max(64) };

/** Ciphertext: base64 of RSA-OAEP-SHA-256 over JSON `{"pw","n"}`, prefixed by the key id and a colon. */
export const encryptedPassword = z.string().min(1).max(2048);

export const smsCodeText = z.string().min(1).max(12);

/** `binding`: signing up, and tying a number or WeChat to an account (product spec, section 7). */
export const smsType = z.enum(['login', 'binding', 'resetPassword']);
export type SmsType = z.output<typeof smsType>;

/** What a slider hands over: Aliyun's verification text, or JSON of `localSliderAnswer`. */
export const sliderAnswer = z.string().min(1).max(8192);

/** Our own slider: `x` is how far the piece was moved, in CSS pixels of the picture. */
export const localSliderAnswer = z.object({ key: z.string().min(1).max(64), x: z.number().min(0).max(1000) });
export type LocalSliderAnswer = z.output<typeof localSliderAnswer>;
