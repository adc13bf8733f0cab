/** Ties the captchas, and what the sign-in panel has to offer, to their use cases. */
import { getAudioCaptcha, getCaptcha, getSignInOptions, getSlider, TERMS_VERSION } from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import type { Account } from './account.ts';
import { createAudioCaptcha, createImageCaptcha, createSlider } from './captchas.ts';

export const registerCaptchaRoutes = (router: Router, account: Account): void => {
  router.handleAnyone(getCaptcha, (_input, context) => createImageCaptcha(account, context));
  router.handleAnyone(getAudioCaptcha, (_input, context) => createAudioCaptcha(account, context));
  router.handleAnyone(getSlider, (_input, context) => createSlider(account, context));
  router.handleAnyone(getSignInOptions, async () => ({
    slider: account.hostedSlider?.offer() ?? { provider: 'local' },
    wechat: account.wechat !== undefined,
    termsVersion: TERMS_VERSION,
  }));
};
