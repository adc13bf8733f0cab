/** Tests of `getSignInOptions`: the slider and WeChat as configured, and the terms in force. */
import { TERMS_VERSION } from '@shufang/contract';
import { WECHAT_AGENT } from '@shufang/dev-env';
import { expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { callerOf } from '../testing/caller.ts';
import { getSignInOptions } from './get-sign-in-options.ts';

testAccess('getSignInOptions', 'everyone');

const options = (account: Parameters<typeof getSignInOptions>[0], userAgent = '') => getSignInOptions(account, callerOf({ userAgent }), {});

it('offers our own slider and no WeChat where nothing is configured', async () => {
  expect(await options({})).toEqual({ slider: { provider: 'local' }, wechat: false, termsVersion: TERMS_VERSION });
});

it("offers the supplier's slider, and WeChat where an application fits the browser", async () => {
  const aliyun = { provider: 'aliyun', sceneId: 'scene', prefix: 'prefix', region: 'cn' } as const;
  const hostedSlider = {
    offer: () => aliyun,
    verify: async () => true,
    sources: { scripts: [], connections: [], images: [], styles: [], frames: [] },
  };
  const wechatAccount = { signInUrl: () => '', findProfile: async () => ({ subject: '', nickname: '' }) };
  expect(await options({ hostedSlider, wechatAccount } as never, WECHAT_AGENT)).toMatchObject({ slider: aliyun, wechat: true });
  expect(await options({ wechatAccount })).toMatchObject({ wechat: false });
});
