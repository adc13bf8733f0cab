import { createHmac, generateKeyPairSync } from 'node:crypto';
import { CodedError } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { isPublicIp } from '../../platform/host-kind.ts';
import type { ClientSettings, IdentityGateway } from './identity-gateway.ts';
import { createOidcSignIn } from './oidc-sign-in.ts';
import { createPublicFetch } from './public-fetch.ts';
import { type OidcStandIn, signJwt, startOidcStandIn } from './testing/identity-stand-ins.ts';

const RETURN_URL = 'https://books.example.com/lesson/connect/dispatch';
let provider: OidcStandIn;
let oidc: IdentityGateway<ClientSettings>;
let settings: ClientSettings;

beforeAll(async () => {
  provider = await startOidcStandIn();
  const { issuer, clientId, clientSecret } = provider;
  settings = { domain: 'yingtai.edu.cn', issuer, clientId, clientSecret };
});
afterAll(() => provider?.stop());
beforeEach(() => {
  provider.change = {};
  provider.claims = { sub: 'person-1' };
  oidc = createOidcSignIn({
    fetch: createPublicFetch({ ownHosts: new Set([new URL(provider.issuer).host]), timeoutMs: 2_000 }),
    allowsHttp: true,
    now: () => Date.now(),
  });
});

const authorize = async () => {
  const begun = await oidc.begin(settings, { state: 'i.state', returnUrl: RETURN_URL });
  const back = provider.agree(begun.url);
  return {
    checkData: begun.checkData,
    url: begun.url,
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
  };
};
const find = (checkData: string, code: string, change: { state?: string; issuer?: string } = {}) =>
  oidc.findProfile(settings, checkData, {
    state: 'i.state',
    code,
    issuer: undefined,
    returnUrl: RETURN_URL,
    samlResponse: undefined,
    ...change,
  });
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof CodedError ? error.code : String(error)),
  );

describe("sign-in through an institution's OpenID Connect provider", () => {
  it('sends state, nonce and a challenge, and accepts the signed response', async () => {
    const { checkData, url, code, state } = await authorize();
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'shufang',
      redirect_uri: RETURN_URL,
      response_type: 'code',
      scope: 'openid',
      state: 'i.state',
      code_challenge_method: 'S256',
    });
    expect(JSON.parse(checkData)).toEqual({ verifier: expect.stringMatching(/^.{43,}$/) as string, nonce: asked.get('nonce') });
    expect(await find(checkData, code, { state })).toEqual({
      scope: provider.issuer,
      subject: 'person-1',
      affiliations: ['member'],
      endsAt: undefined,
    });
  });

  it('returns the affiliations that the provider asserts, of its own domain only', async () => {
    provider.claims = { sub: 'person-2', eduperson_scoped_affiliation: ['alum@yingtai.edu.cn', 'student@linqu.edu.cn'] };
    const { checkData, code } = await authorize();
    expect((await find(checkData, code)).affiliations).toEqual(['alum']);
  });

  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const now = (): number => Math.floor(Date.now() / 1000);
  test.each<[string, OidcStandIn['change']]>([
    ['a token signed by another', { sign: (claims) => signJwt(foreign, { kid: 'k1' }, claims) }],
    ['an unsigned token', { sign: (claims) => `${signJwt(foreign, { alg: 'none' }, claims).split('.').slice(0, 2).join('.')}.` }],
    [
      'a token signed with the client’s secret',
      {
        sign: (claims) => {
          const text = signJwt(foreign, { alg: 'HS256' }, claims).split('.').slice(0, 2).join('.');
          return `${text}.${createHmac('sha256', 'the secret of the stand-in').update(text).digest('base64url')}`;
        },
      },
    ],
    ['a token for another platform', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
    ['a token by another issuer', { claims: (claims) => ({ ...claims, iss: 'https://sso.example.com' }) }],
    ['an expired token', { claims: (claims) => ({ ...claims, iat: now() - 900, exp: now() - 600 }) }],
    ['a token of another sign-in attempt', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['a token without a nonce', { claims: ({ nonce: _nonce, ...claims }) => claims }],
    ['a token without a subject', { claims: ({ sub: _sub, ...claims }) => claims }],
  ])('refuses %s', async (_, change) => {
    const { checkData, code } = await authorize();
    provider.change = change;
    expect(await outcomeOf(find(checkData, code))).toBe('institution.signInFailed');
  });

  it('refuses a code used twice, the code of another attempt, another state and another issuer', async () => {
    const first = await authorize();
    await find(first.checkData, first.code);
    expect(await outcomeOf(find(first.checkData, first.code))).toBe('institution.signInFailed');
    const [second, third] = [await authorize(), await authorize()];
    expect(await outcomeOf(find(second.checkData, third.code))).toBe('institution.signInFailed');
    const fourth = await authorize();
    expect(await outcomeOf(find(fourth.checkData, fourth.code, { issuer: 'https://sso.example.com' }))).toBe('institution.signInFailed');
  });

  it('throws `unavailable` when the provider is unavailable, and not an error of the user', async () => {
    const { checkData, code } = await authorize();
    provider.change = { status: 502 };
    expect(await outcomeOf(find(checkData, code))).toBe('unavailable');
    const gone = { ...settings, issuer: 'http://127.0.0.1:9' };
    expect(await outcomeOf(oidc.begin(gone, { state: 's', returnUrl: RETURN_URL }))).toBe('unavailable');
  });

  it('never sends a request into our own network, whatever URL an administrator entered', async () => {
    oidc = createOidcSignIn({ fetch: createPublicFetch({ ownHosts: new Set() }), allowsHttp: false, now: () => Date.now() });
    for (const issuer of [provider.issuer, provider.issuer.replace('http:', 'https:'), 'https://localhost', 'https://169.254.169.254'])
      expect(await outcomeOf(oidc.begin({ ...settings, issuer }, { state: 's', returnUrl: RETURN_URL })), issuer).toBe('unavailable');
  });
});

test.each([
  ['8.8.8.8', true],
  ['2400:3200::1', true],
  ['10.1.2.3', false],
  ['127.0.0.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['localhost', false],
])('the address %s is public: %s', (address, expected) => expect(isPublicIp(address)).toBe(expected));
