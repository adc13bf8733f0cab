/** Tests of the choice between the two applications at WeChat. */
import { expect, it } from 'vitest';
import { createWechatAccountApi, createWechatApi } from './wechat-api.ts';
import { createWechatSignIn } from './wechat-sign-in.ts';

const app = { appId: 'wx1', appSecret: 'secret', authorizeUrl: 'https://wechat.example/page', apiUrl: 'https://wechat.example' };
const website = createWechatApi(app);
const account = createWechatAccountApi({ ...app, appId: 'wx2' });
const attempt = { state: 's', returnUrl: 'http://localhost/back' };

it('WeChat is offered where an application is configured: inside WeChat the public account, elsewhere the website', () => {
  const offered = (apps: Parameters<typeof createWechatSignIn>[0]) =>
    (['wechat', 'phone', 'desktop'] as const).map((environment) => createWechatSignIn(apps)?.isOfferedIn(environment));
  expect(offered({ website, account })).toEqual([true, true, true]);
  expect(offered({ website })).toEqual([false, true, true]);
  expect(offered({ account })).toEqual([true, false, false]);
  expect(createWechatSignIn({})).toBeUndefined();
});

it('WeChat shows a QR code of the website, and inside WeChat the page of the public account in its own window', async () => {
  const wechat = createWechatSignIn({ website, account });
  const begin = async (environment: 'wechat' | 'desktop') => {
    const page = await wechat?.begin({ ...attempt, environment });
    return [page?.checkData, page?.embedUrl !== undefined, new URL(page?.popupUrl ?? '').searchParams.get('appid')];
  };
  expect(await begin('desktop')).toEqual(['website', true, 'wx1']);
  expect(await begin('wechat')).toEqual(['account', false, 'wx2']);
  const withoutAccount = createWechatSignIn({ website });
  const refused = { code: 'account.providerOff', message: '本站没有开通微信登录' };
  await expect(withoutAccount?.begin({ ...attempt, environment: 'wechat' })).rejects.toMatchObject(refused);
  await expect(withoutAccount?.findProfile('account', { code: 'c', state: 's' })).rejects.toMatchObject(refused);
});
