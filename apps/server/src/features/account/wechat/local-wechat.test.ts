/**
 * Tests over HTTP (`openTestServer`) of the local page that simulates WeChat's authorization inside WeChat: sign-in works as in a demo, and
 * nothing can be forged.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type finishProviderSignIn, type getSignInOptions, LIMITS, type OutputOf, type startProviderSignIn } from '@shufang/contract';
import { WECHAT_AGENT } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_WECHAT_PATH } from '../../../gateways/wechat/local-wechat.ts';
import { granted } from '../../../testing/file-fixture.ts';
import { APP_HOST, openTestServer, type TestServer } from '../../../testing/test-server.ts';

const AUTH = '/api/center-user/auth';
const inside = { 'user-agent': WECHAT_AGENT };

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
}, 120_000);
afterAll(() => shop?.close());

const begin = async (): Promise<{ proof: string; page: string; state: string }> => {
  const proof = randomBytes(16).toString('base64url');
  const proofHash = createHash('sha256').update(proof).digest('base64url');
  const body = { proofHash, returnTo: '/bookshelf' };
  const { popupUrl } = granted(await shop.call<OutputOf<typeof startProviderSignIn>>(`${AUTH}/wechat/start`, { body, headers: inside }));
  const { pathname, search, searchParams } = new URL(popupUrl);
  return { proof, page: pathname + search, state: searchParams.get('state') ?? '' };
};
const open = (url: string) => shop.request({ method: 'GET', url, headers: { host: APP_HOST } });
const agree = (url: string, nickname = '小书') =>
  shop.request({
    method: 'POST',
    url,
    headers: { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ nickname }).toString(),
  });
const finish = (body: object) => shop.call<OutputOf<typeof finishProviderSignIn>>(`${AUTH}/wechat/finish`, { body, headers: inside });

describe('WeChat in a demo', () => {
  it('is offered inside WeChat only', async () => {
    const options = async (headers: Record<string, string>) =>
      granted(await shop.call<OutputOf<typeof getSignInOptions>>(`${AUTH}/getSignInOptions`, { headers })).providers;
    expect([await options(inside), await options({})]).toEqual([['wechat'], []]);
    expect((await shop.call(`${AUTH}/wechat/start`, { body: { proofHash: 'x'.repeat(43) } })).code).toBe('account.providerOff');
  });

  it('shows a page without a script, and redirects a user who consents to the client to finish, once', async () => {
    const { proof, page, state } = await begin();
    const shown = await open(page);
    expect([shown.statusCode, shown.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    expect(shown.body).toContain('这里不是微信');
    expect(shown.body).not.toContain('<script');
    const { headers, statusCode } = await agree(page);
    expect(statusCode).toBe(303);
    const back = new URL(headers.location ?? '');
    expect(back.origin + back.pathname).toBe(`http://${APP_HOST}/lesson/connect/dispatch`);
    expect(back.searchParams.get('state')).toBe(state);
    const returned = { code: back.searchParams.get('code'), state, proof };
    expect(granted(await finish(returned))).toMatchObject({ outcome: 'needsPhone', nickname: '小书', returnTo: '/bookshelf' });
    expect((await finish(returned)).code).toBe('account.providerFailed');
    expect(shop.log()).not.toContain(returned.code ?? 'none');
  });

  it('redirects to no URL that the server did not create, or created too long ago', async () => {
    const { page } = await begin();
    const forged = Buffer.from(JSON.stringify({ state: 's', returnUrl: 'https://evil.example/', endsAt: Date.now() + 60_000 })).toString(
      'base64url',
    );
    for (const url of [
      `${LOCAL_WECHAT_PATH}?attempt=${forged}.AAAA`,
      `${LOCAL_WECHAT_PATH}?attempt=${forged}.${page.split('.')[1]}`,
      page.replace('attempt=', 'attempt=x'),
    ]) {
      for (const response of [await open(url), await agree(url)]) {
        expect([response.statusCode, response.headers.location]).toEqual([404, undefined]);
      }
    }
    shop.platform.advanceClock?.(LIMITS.authorizationLifetimeMs + 1);
    expect((await open(page)).statusCode).toBe(404);
  });

  it('accepts no code that it did not issue', async () => {
    const { proof, state } = await begin();
    const code = `${Buffer.from(JSON.stringify({ nickname: '小书', state, endsAt: Date.now() + 60_000 })).toString('base64url')}.AAAA`;
    expect((await finish({ code, state, proof })).code).toBe('account.providerFailed');
  });
});
