/** Returns an image captcha as a PNG data URL. Throws `request.tooMany`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { type CaptchaDependencies, dataUrl, issueCaptcha } from './captchas.ts';

export const getCaptcha: UseCase<'getCaptcha', CaptchaDependencies> = async (account, caller) => {
  const { key, made } = await issueCaptcha(account, caller, 'image', () => account.captcha.createImage());
  return { img: dataUrl('image/png', made.png), key };
};
