/** The account slice with a simulated WeChat, and the steps of a sign-in with it as browser and user take them. */
import { createHash, randomBytes } from 'node:crypto';
import { type finishProviderSignIn as finishOperation, type LoginResult, type OutputOf, SIGN_IN_RETURN_PATH } from '@shufang/contract';
import { type FakeWechat, type FakeWechatUser, startFakeWechat } from '@shufang/dev-env';
import { expect } from 'vitest';
import { createWechatAccountApi, createWechatApi } from '../../../gateways/wechat/wechat-api.ts';
import { createWechatSignIn } from '../../../gateways/wechat/wechat-sign-in.ts';
import { bindProvider } from '../external-sign-in/bind-provider.ts';
import { finishProviderSignIn } from '../external-sign-in/finish-provider-sign-in.ts';
import { startProviderSignIn } from '../external-sign-in/start-provider-sign-in.ts';
import { type AccountFixture, createAccountFixture } from './account-fixture.ts';
import { callerOf, payloadOf, signedInCallerOf } from './caller.ts';

/** Origin of the client, to which WeChat returns. */
export const ORIGIN = 'http://localhost:9350';

interface Begun {
  /** The random text that the browser stores as the proof of its sign-in attempt. */
  readonly proof: string;
  readonly popupUrl: string;
}
interface Returned {
  readonly code: string;
  readonly state: string;
  readonly proof: string;
}

export interface WechatFixture extends AccountFixture {
  readonly standIn: FakeWechat;
  begin(userId?: string, returnTo?: string, userAgent?: string): Promise<Begun>;
  /** Consents on WeChat's page. */
  agree(begun: Begun): Promise<Returned>;
  finish(returned: Returned, userId?: string): Promise<OutputOf<typeof finishOperation>>;
  /** A WeChat user who has no account on the platform. It is the one who scans from now on. */
  newWechatUser(): FakeWechatUser;
  /** Signs in as a new user up to the sign-in ticket. */
  ticketOf(): Promise<string>;
  bind(ticket: string, tel: string, code?: string): Promise<LoginResult>;
  idOf(login: LoginResult): Promise<string>;
}

const asUser = (userId: string | undefined, given: Parameters<typeof callerOf>[0] = {}) =>
  userId === undefined ? callerOf(given) : signedInCallerOf(userId, given);

export const createWechatFixture = async (): Promise<WechatFixture> => {
  const standIn = await startFakeWechat({ returnOrigin: ORIGIN });
  const { accountAppId: appId, accountSecret: appSecret, accountAuthorizeUrl: authorizeUrl, apiUrl } = standIn;
  const fixture = await createAccountFixture({
    providers: {
      wechat: createWechatSignIn({
        website: createWechatApi({ ...standIn, timeoutMs: 2_000 }),
        account: createWechatAccountApi({ appId, appSecret, authorizeUrl, apiUrl, timeoutMs: 2_000 }),
      }),
    },
  });
  let users = 0;

  const begin: WechatFixture['begin'] = async (userId, returnTo = '/bookshelf', userAgent = '') => {
    const proof = randomBytes(16).toString('base64url');
    const proofHash = createHash('sha256').update(proof).digest('base64url');
    const caller = asUser(userId, { appOrigin: ORIGIN, address: '192.0.2.9', userAgent });
    const { popupUrl } = await payloadOf(startProviderSignIn(fixture.account, caller, { provider: 'wechat', proofHash, returnTo }));
    return { proof, popupUrl };
  };
  const agree: WechatFixture['agree'] = async ({ proof, popupUrl }) => {
    const back = await standIn.followLink(popupUrl, '同意');
    expect(back.origin + back.pathname).toBe(ORIGIN + SIGN_IN_RETURN_PATH);
    return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '', proof };
  };
  const finish: WechatFixture['finish'] = async (returned, userId) =>
    await payloadOf(finishProviderSignIn(fixture.account, asUser(userId), { provider: 'wechat', ...returned }));

  return {
    ...fixture,
    standIn,
    begin,
    agree,
    finish,
    newWechatUser: () => {
      users += 1;
      const profile = { openid: `openid-${users}`, unionid: `unionid-${users}`, nickname: `微信读者${users}` };
      standIn.scanAs(profile);
      return profile;
    },
    ticketOf: async () => {
      const result = await finish(await agree(await begin()));
      if (result.outcome !== 'needsPhone') throw new Error(`unexpected: ${result.outcome}`);
      return result.ticket;
    },
    bind: async (ticket, tel, given) => {
      const code = given ?? (await fixture.sendCode(tel, { type: 'binding' }));
      return await payloadOf(bindProvider(fixture.account, callerOf(), { provider: 'wechat', ticket, tel, code }));
    },
    idOf: async ({ dpAuthToken }) => {
      const who = await fixture.authenticate(dpAuthToken);
      return who.kind === 'reader' ? who.reader.userId : '';
    },
    drop: async () => {
      await fixture.drop();
      await standIn.stop();
    },
  };
};
