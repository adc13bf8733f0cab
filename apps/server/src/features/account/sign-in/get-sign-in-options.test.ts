/** Tests of `getSignInOptions`: the slider and the providers as configured, and the terms in force. */
import { TERMS_VERSION } from '@shufang/contract';
import { WECHAT_AGENT } from '@shufang/dev-env';
import { expect, it } from 'vitest';
import { createWechatSignIn } from '../../../gateways/wechat/wechat-sign-in.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { callerOf } from '../testing/caller.ts';
import { getSignInOptions } from './get-sign-in-options.ts';

testAccess('getSignInOptions', 'everyone');

const options = (account: Parameters<typeof getSignInOptions>[0], userAgent = '') => getSignInOptions(account, callerOf({ userAgent }), {});

it('offers our own slider and no provider where nothing is configured', async () => {
  expect(await options({ providers: {} })).toEqual({ slider: { provider: 'local' }, providers: [], termsVersion: TERMS_VERSION });
});

it("offers the supplier's slider, and a provider where it is offered in the browser", async () => {
  const aliyun = { provider: 'aliyun', sceneId: 'scene', prefix: 'prefix', region: 'cn' } as const;
  const hostedSlider = {
    offer: () => aliyun,
    verify: async () => true,
    sources: { script: [], style: [], img: [], connect: [] },
  };
  const account = { signInUrl: () => '', findProfile: async () => ({ subject: '', nickname: '' }) };
  const providers = { wechat: createWechatSignIn({ account }) };
  expect(await options({ hostedSlider, providers }, WECHAT_AGENT)).toMatchObject({ slider: aliyun, providers: ['wechat'] });
  expect(await options({ providers })).toMatchObject({ providers: [] });
});
