/** Tests of sign-in with WeChat over HTTP, from the settings to the session, on a complete server with a simulated WeChat. */

import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { bindProvider, finishProviderSignIn, getSignInOptions, OutputOf, startProviderSignIn, UserInfo } from '@shufang/contract';
import { type FakeWechat, startFakeWechat } from '@shufang/dev-env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_HOST, openTestServer, type TestServer } from '../../../testing/test-server.ts';

const AUTH = '/api/center-user/auth';

let standIn: FakeWechat;
let shop: TestServer;
beforeAll(async () => {
  standIn = await startFakeWechat({ returnOrigin: `http://${APP_HOST}` });
  shop = await openTestServer({
    WECHAT_APP_ID: standIn.appId,
    WECHAT_APP_SECRET: standIn.appSecret,
    WECHAT_AUTHORIZE_URL: standIn.authorizeUrl,
    WECHAT_API_URL: standIn.apiUrl,
  });
}, 300_000);
afterAll(async () => {
  await shop?.close();
  await standIn?.stop();
});

/** Returns the payload of a call; throws the message of an error. */
const ask = async <T>(url: string, body?: object, token?: string): Promise<T> => {
  const headers = token === undefined ? {} : { authorization: `dp-token ${token}` };
  const envelope = await shop.call<T>(url, { ...(body === undefined ? {} : { body }), headers });
  if (envelope.payload === null) throw new Error(`${envelope.code}: ${envelope.message}`);
  return envelope.payload;
};
const lastInOutbox = async (name: 'sms' | 'captcha'): Promise<Record<string, string>> => {
  const text = await readFile(path.join(shop.platform.config.dataDir, 'outbox', `${name}.jsonl`), 'utf8');
  return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '{}') as Record<string, string>;
};

test('a WeChat user without an account authorizes, enters a number, is signed in, and unlinks WeChat', async () => {
  expect((await ask<OutputOf<typeof getSignInOptions>>(`${AUTH}/getSignInOptions`)).providers).toEqual(['wechat']);
  const proof = randomBytes(16).toString('base64url');
  const proofHash = createHash('sha256').update(proof).digest('base64url');
  const begun = await ask<OutputOf<typeof startProviderSignIn>>(`${AUTH}/wechat/start`, { proofHash, returnTo: '/bookshelf' });
  const back = await standIn.followLink(begun.embedUrl ?? '', '同意');
  const [code, state] = [back.searchParams.get('code'), back.searchParams.get('state')];
  const finished = await ask<OutputOf<typeof finishProviderSignIn>>(`${AUTH}/wechat/finish`, { code, state, proof });
  expect(finished).toMatchObject({ outcome: 'needsPhone', nickname: '微信读者', returnTo: '/bookshelf' });

  const tel = '13911118001';
  await ask(`${AUTH}/getCaptcha`);
  const { key: captchaKey, answer: captchaTxt } = await lastInOutbox('captcha');
  await ask(`${AUTH}/sendSmsCodeRequireCaptcha`, { tel, type: 'binding', captchaKey, captchaTxt });
  const ticket = finished.outcome === 'needsPhone' ? finished.ticket : '';
  const login = await ask<OutputOf<typeof bindProvider>>(`${AUTH}/wechat/bind`, { ticket, tel, code: (await lastInOutbox('sms'))['code'] });
  expect(login.registered).toBe(true);
  const token = login.dpAuthToken;
  expect(await ask<UserInfo>('/api/user/userInfo/get', undefined, token)).toMatchObject({
    nickname: '微信读者',
    linkedProviders: ['wechat'],
  });
  expect((await ask<UserInfo>('/api/user/wechat/unbind', {}, token)).linkedProviders).toEqual([]);

  const log = shop.log();
  expect([proof, ticket, state, code, standIn.appSecret].filter((secret) => secret !== null && log.includes(secret))).toEqual([]);
});

test('the query that WeChat adds to the return URL does not reach the log by the URL of the page either', async () => {
  const address = '/lesson/connect/dispatch?code=a-code-of-wechat&state=a-state-of-ours';
  await shop.request({ method: 'GET', url: address, headers: { host: APP_HOST } });
  expect(shop.log()).toContain('"url":"/lesson…[length 24]"');
  expect(shop.log()).not.toMatch(/a-code-of-wechat|a-state-of-ours/);
});

test('the page of the client may show the authorization page of WeChat in a frame', async () => {
  const { headers } = await shop.request({ method: 'GET', url: '/', headers: { host: APP_HOST } });
  const framed = /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ');
  expect(framed).toContain(new URL(standIn.authorizeUrl).origin);
});
