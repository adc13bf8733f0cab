import { CodedError } from '@shufang/contract';
import { startWechatStandIn, type WechatStandIn } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWechatApi, type WechatSettings } from './wechat-api.ts';

const returnUrl = 'http://localhost:9350/lesson/connect/dispatch';
let standIn: WechatStandIn;
beforeAll(async () => {
  standIn = await startWechatStandIn({ returnOrigin: 'http://localhost:9350' });
});
afterAll(() => standIn.stop());

const apiOf = (changes: Partial<WechatSettings> = {}) => createWechatApi({ ...standIn, timeoutMs: 2_000, ...changes });
const agreedCode = async (): Promise<string> =>
  (await standIn.press(apiOf().pageUrls({ state: 'a-state', returnUrl }).popupUrl, '同意')).searchParams.get('code') ?? '';

/** What a person hears, and what the log keeps. */
const refusalOf = async (work: Promise<unknown>): Promise<{ code: string; reason: string }> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof CodedError) || !(error.cause instanceof Error)) throw error;
  return { code: error.code, reason: error.cause.message };
};

describe('the authorisation page', () => {
  it('has the address of the documentation, in a window and in a frame', () => {
    const api = apiOf({ appId: 'wx1', authorizeUrl: 'https://open.weixin.qq.com/connect/qrconnect' });
    const page =
      'https://open.weixin.qq.com/connect/qrconnect?appid=wx1&redirect_uri=http%3A%2F%2Flocalhost%3A9350%2Flesson%2Fconnect%2Fdispatch&response_type=code&scope=snsapi_login&state=a-state';
    expect(api.pageUrls({ state: 'a-state', returnUrl })).toEqual({
      popupUrl: `${page}#wechat_redirect`,
      embedUrl: `${page}&login_type=jssdk&self_redirect=default#wechat_redirect`,
    });
    expect(api.pageOrigin).toBe('https://open.weixin.qq.com');
  });

  it('sends people back with code and state, without a code when they refuse, and nowhere else', async () => {
    const { popupUrl, embedUrl } = apiOf().pageUrls({ state: 'a-state', returnUrl });
    const agreed = await standIn.press(embedUrl, '同意');
    expect([agreed.origin + agreed.pathname, agreed.searchParams.get('state')]).toEqual([returnUrl, 'a-state']);
    expect(agreed.searchParams.get('code')).toMatch(/^[0-9a-f]{32}$/);
    const refused = await standIn.press(popupUrl, '拒绝');
    expect([refused.searchParams.get('code'), refused.searchParams.get('state')]).toEqual([null, 'a-state']);
    const elsewhere = apiOf().pageUrls({ state: 'a-state', returnUrl: 'http://localhost.example.com/' }).popupUrl;
    await expect(standIn.press(elsewhere, '同意')).rejects.toThrow('redirect_uri 参数错误');
  });
});

describe('who somebody is', () => {
  it('is told by unionid, or by openid where there is none', async () => {
    standIn.scanAs({ openid: 'o-1', unionid: 'u-1', nickname: '小书' });
    expect(await apiOf().findPerson(await agreedCode())).toEqual({ subject: 'u-1', nickname: '小书' });
    standIn.scanAs({ openid: 'o-2', nickname: '' });
    expect(await apiOf().findPerson(await agreedCode())).toEqual({ subject: 'o-2', nickname: '' });
  });

  it('is refused for a code that is unknown or used', async () => {
    const code = await agreedCode();
    await apiOf().findPerson(code);
    expect(await refusalOf(apiOf().findPerson(code))).toEqual({
      code: 'account.wechatFailed',
      reason: "WeChat's oauth2/access_token failed: 40163",
    });
    expect(await refusalOf(apiOf().findPerson('made-up'))).toMatchObject({
      code: 'account.wechatFailed',
      reason: expect.stringMatching(/40029/),
    });
  });

  it('is unavailable with a wrong application or secret, and the log names neither', async () => {
    const wrongSecret = await refusalOf(apiOf({ appSecret: 'wrong' }).findPerson(await agreedCode()));
    expect(wrongSecret).toEqual({ code: 'unavailable', reason: "WeChat's oauth2/access_token failed: 40125" });
    expect(await refusalOf(apiOf({ appId: 'wrong' }).findPerson(await agreedCode()))).toMatchObject({
      reason: expect.stringMatching(/40013/),
    });
  });

  it.each([
    ['busy', /: -1$/],
    ['broken', /cannot be read, status 502/],
    ['silent', /no answer in time/],
  ] as const)('is unavailable while WeChat is %s', async (trouble, reason) => {
    const code = await agreedCode();
    standIn.trouble(trouble);
    const refusal = await refusalOf(apiOf({ timeoutMs: 500 }).findPerson(code));
    standIn.trouble();
    expect(refusal).toEqual({ code: 'unavailable', reason: expect.stringMatching(reason) });
  });

  it('is unavailable when nobody is there', async () => {
    const gone = await startWechatStandIn({ returnOrigin: 'http://localhost:9350' });
    await gone.stop();
    expect(await refusalOf(apiOf({ apiUrl: gone.apiUrl }).findPerson('a-code'))).toEqual({
      code: 'unavailable',
      reason: "WeChat's oauth2/access_token failed: unreachable",
    });
  });
});
