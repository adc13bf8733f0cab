import { CodedError } from '@shufang/contract';
import { type FakeWechat, startFakeWechat } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWechatApi, type WechatSettings } from './wechat-api.ts';

const returnUrl = 'http://localhost:9350/lesson/connect/dispatch';
let standIn: FakeWechat;
beforeAll(async () => {
  standIn = await startFakeWechat({ returnOrigin: 'http://localhost:9350' });
});
afterAll(() => standIn.stop());

const apiOf = (changes: Partial<WechatSettings> = {}) => createWechatApi({ ...standIn, timeoutMs: 2_000, ...changes });
const agreedCode = async (): Promise<string> =>
  (await standIn.followLink(apiOf().pageUrls({ state: 'a-state', returnUrl }).popupUrl, '同意')).searchParams.get('code') ?? '';

/** Returns the error code that the user gets, and the cause that is written to the log. */
const refusalOf = async (work: Promise<unknown>): Promise<{ code: string; reason: string }> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof CodedError) || !(error.cause instanceof Error)) throw error;
  return { code: error.code, reason: error.cause.message };
};

describe('the authorization page', () => {
  it('has the URL of the documentation, in a window and in a frame', () => {
    const api = apiOf({ appId: 'wx1', authorizeUrl: 'https://open.weixin.qq.com/connect/qrconnect' });
    const page =
      'https://open.weixin.qq.com/connect/qrconnect?appid=wx1&redirect_uri=http%3A%2F%2Flocalhost%3A9350%2Flesson%2Fconnect%2Fdispatch&response_type=code&scope=snsapi_login&state=a-state';
    expect(api.pageUrls({ state: 'a-state', returnUrl })).toEqual({
      popupUrl: `${page}#wechat_redirect`,
      embedUrl: `${page}&login_type=jssdk&self_redirect=default#wechat_redirect`,
    });
    expect(api.pageOrigin).toBe('https://open.weixin.qq.com');
  });

  it('redirects with code and state, without a code when the user declines, and to no other URL', async () => {
    const { popupUrl, embedUrl } = apiOf().pageUrls({ state: 'a-state', returnUrl });
    const agreed = await standIn.followLink(embedUrl, '同意');
    expect([agreed.origin + agreed.pathname, agreed.searchParams.get('state')]).toEqual([returnUrl, 'a-state']);
    expect(agreed.searchParams.get('code')).toMatch(/^[0-9a-f]{32}$/);
    const refused = await standIn.followLink(popupUrl, '拒绝');
    expect([refused.searchParams.get('code'), refused.searchParams.get('state')]).toEqual([null, 'a-state']);
    const elsewhere = apiOf().pageUrls({ state: 'a-state', returnUrl: 'http://localhost.example.com/' }).popupUrl;
    await expect(standIn.followLink(elsewhere, '同意')).rejects.toThrow('redirect_uri 参数错误');
  });
});

describe('the profile of a WeChat user', () => {
  it('has the unionid as subject, or the openid where there is none', async () => {
    standIn.scanAs({ openid: 'o-1', unionid: 'u-1', nickname: '小书' });
    expect(await apiOf().findProfile(await agreedCode())).toEqual({ subject: 'u-1', nickname: '小书' });
    standIn.scanAs({ openid: 'o-2', nickname: '' });
    expect(await apiOf().findProfile(await agreedCode())).toEqual({ subject: 'o-2', nickname: '' });
  });

  it('is refused for a code that is unknown or used', async () => {
    const code = await agreedCode();
    await apiOf().findProfile(code);
    expect(await refusalOf(apiOf().findProfile(code))).toEqual({
      code: 'account.providerFailed',
      reason: "WeChat's oauth2/access_token failed: 40163",
    });
    expect(await refusalOf(apiOf().findProfile('made-up'))).toMatchObject({
      code: 'account.providerFailed',
      reason: expect.stringMatching(/40029/),
    });
  });

  it('is unavailable with a wrong application id or secret, and the log contains neither', async () => {
    const wrongSecret = await refusalOf(apiOf({ appSecret: 'wrong' }).findProfile(await agreedCode()));
    expect(wrongSecret).toEqual({ code: 'unavailable', reason: "WeChat's oauth2/access_token failed: 40125" });
    expect(await refusalOf(apiOf({ appId: 'wrong' }).findProfile(await agreedCode()))).toMatchObject({
      reason: expect.stringMatching(/40013/),
    });
  });

  it.each([
    ['busy', /: -1$/],
    ['broken', /cannot be read, status 502/],
    ['silent', /no answer in time/],
  ] as const)('is unavailable while WeChat is %s', async (trouble, reason) => {
    const code = await agreedCode();
    standIn.setFailure(trouble);
    const refusal = await refusalOf(apiOf({ timeoutMs: 500 }).findProfile(code));
    standIn.setFailure();
    expect(refusal).toEqual({ code: 'unavailable', reason: expect.stringMatching(reason) });
  });

  it('is unavailable when no server is reachable', async () => {
    const gone = await startFakeWechat({ returnOrigin: 'http://localhost:9350' });
    await gone.stop();
    expect(await refusalOf(apiOf({ apiUrl: gone.apiUrl }).findProfile('a-code'))).toEqual({
      code: 'unavailable',
      reason: "WeChat's oauth2/access_token failed: unreachable",
    });
  });
});
