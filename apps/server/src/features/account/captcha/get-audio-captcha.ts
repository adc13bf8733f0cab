/** Returns an audio captcha: spoken digits as a WAV data URL. Throws `request.tooMany`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { type CaptchaDependencies, dataUrl, issueCaptcha } from './captchas.ts';

export const getAudioCaptcha: UseCase<'getAudioCaptcha', CaptchaDependencies> = async (account, caller) => {
  const { key, made } = await issueCaptcha(account, caller, 'audio', () => account.captcha.createAudio());
  return { audio: dataUrl('audio/wav', made.wav), key };
};
