/** Tests of the pages that a browser meets during institution sign-in, over HTTP with a real database. */
import formbody from '@fastify/formbody';
import { CodedError } from '@shufang/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalIdentity } from '../../gateways/identity/local-identity.ts';
import { type AccountFixture, createAccountFixture } from '../account/testing/account-fixture.ts';
import { registerCarsiPages, registerLocalIdentityPage } from './identity-pages.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';

const PUBLIC_URL = 'https://books.example';
const RETURN_URL = `${PUBLIC_URL}/lesson/connect/dispatch`;
let fixture: AccountFixture;
let server: FastifyInstance;
let deps: InstitutionDependencies;
/** Starts a sign-in attempt as the gateway of the federation does. */
let beginFederation: () => Promise<{ url: string; checkData: string }>;
const local = createLocalIdentity({ secret: new Uint8Array(32).fill(5), publicUrl: PUBLIC_URL });

beforeAll(async () => {
  fixture = await createAccountFixture();
  deps = {
    account: fixture.account,
    gateways: { carsi: { begin: () => beginFederation() } as never },
    federation: {
      entityId: `${PUBLIC_URL}/sp`,
      metadata: '<EntityDescriptor/>',
      discoveryUrl: 'https://ds.example',
    },
    local,
    sealing: new Uint8Array(32),
    publicUrl: PUBLIC_URL,
  };
  server = Fastify();
  await server.register(formbody);
  registerCarsiPages(server, deps);
  registerLocalIdentityPage(server, deps);
  const { pool } = fixture.account.db;
  await pool.query(`insert into institution (id, name, created_at) values ('a', '"甲" & <大学>', 0)`);
  await pool.query(
    `insert into institution_sign_in (institution_id, domain, protocol, entity_id, updated_at) values ('a', 'a.example', 'carsi', 'https://idp.a.example', 0)`,
  );
});
afterAll(async () => {
  await server?.close();
  await fixture?.drop();
});
beforeEach(async () => {
  await fixture.account.db.pool.query('delete from institution_sign_in_attempt');
  beginFederation = async () => ({ url: 'https://idp.a.example/sso?x=1', checkData: 'request' });
});

const insertSignInAttempt = (state: string, institutionId: string | null, lifeMs = 600_000): Promise<unknown> =>
  fixture.account.db.pool.query(
    `insert into institution_sign_in_attempt (state, proof_hash, institution_id, return_to, return_url, expires_at) values ($1, '', $2, '/', $3, $4)`,
    [state, institutionId, RETURN_URL, fixture.clock.now() + lifeMs],
  );
const rowOf = async (state: string) =>
  (
    await fixture.account.db.pool.query(
      'select institution_id, check_data, saml_response from institution_sign_in_attempt where state = $1',
      [state],
    )
  ).rows[0];
const post = (url: string, fields: Record<string, string> | string) =>
  server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
const BACK_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

describe('the identity federation', () => {
  const ACS = '/api/auth/carsi/acs';
  const DISCOVERED = '/api/auth/carsi/discovered';

  it('reads our metadata, which may be cached for an hour', async () => {
    const { statusCode, headers, body } = await server.inject('/api/auth/carsi/metadata');
    expect([statusCode, body]).toEqual([200, '<EntityDescriptor/>']);
    expect(headers).toMatchObject({
      'content-type': 'application/samlmetadata+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
  });

  it('posts its response, which is stored until the browser sends its proof', async () => {
    await insertSignInAttempt('i.one', 'a');
    const response = await post(ACS, { RelayState: 'i.one', SAMLResponse: 'PHNhbWw+' });
    expect([response.statusCode, response.headers.location]).toEqual([303, `${RETURN_URL}?state=i.one&code=posted`]);
    expect(response.headers).toMatchObject(BACK_HEADERS);
    expect((await rowOf('i.one')).saml_response).toBe('PHNhbWw+');
  });

  it.each([
    ['to nothing that waits', { RelayState: 'i.none', SAMLResponse: 'x' }, 'i.none'],
    ['with several states', 'RelayState=i.one&RelayState=i.two&SAMLResponse=x', ''],
    ['with nothing', '', ''],
  ])('is redirected with an error when it responds with %s', async (_, fields, state) => {
    const response = await post(ACS, fields);
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      `${RETURN_URL}?state=${state}&refused=institution.signInFailed`,
    ]);
    expect(response.headers).toMatchObject(BACK_HEADERS);
  });

  it('is refused when it sends no body or several responses', async () => {
    const bare = await server.inject({ method: 'POST', url: ACS });
    expect(bare.headers.location).toBe(`${RETURN_URL}?state=&refused=institution.signInFailed`);
    await insertSignInAttempt('i.one', 'a');
    await post(ACS, 'RelayState=i.one&SAMLResponse=x&SAMLResponse=y');
    expect((await rowOf('i.one')).saml_response).toBe('');
  });

  it('names the chosen institution, and the browser is redirected to its provider', async () => {
    await insertSignInAttempt('i.one', null);
    const response = await server.inject(`${DISCOVERED}?state=i.one&entityID=${encodeURIComponent('https://idp.a.example')}`);
    expect([response.statusCode, response.headers.location]).toEqual([303, 'https://idp.a.example/sso?x=1']);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await rowOf('i.one')).toMatchObject({ institution_id: 'a', check_data: 'request' });
  });

  it('is redirected with an error when it names an unknown institution, several, or one too late', async () => {
    const refused = async (query: string) => {
      const response = await server.inject(`${DISCOVERED}?${query}`);
      expect(response.headers).toMatchObject(BACK_HEADERS);
      return [response.statusCode, response.headers.location];
    };
    const known = `entityID=${encodeURIComponent('https://idp.a.example')}`;
    expect(await refused('state=i.one&entityID=https://none.example')).toEqual([
      303,
      `${RETURN_URL}?state=i.one&refused=institution.notFound`,
    ]);
    expect(await refused(`state=i.one&${known}&${known}`)).toEqual([303, `${RETURN_URL}?state=i.one&refused=institution.notFound`]);
    expect(await refused(`state=i.one&${known}`)).toEqual([303, `${RETURN_URL}?state=i.one&refused=institution.signInFailed`]);
    expect(await refused(known)).toEqual([303, `${RETURN_URL}?state=&refused=institution.signInFailed`]);
    beginFederation = () => Promise.reject(new CodedError('unavailable'));
    expect(await refused(`state=i.one&${known}`)).toEqual([303, `${RETURN_URL}?state=i.one&refused=unavailable`]);
  });

  it('is not blamed for an error of our own', async () => {
    await insertSignInAttempt('i.one', null);
    beginFederation = () => Promise.reject(new Error('ours'));
    expect((await server.inject(`${DISCOVERED}?state=i.one&entityID=${encodeURIComponent('https://idp.a.example')}`)).statusCode).toBe(500);
  });
});

describe('the local page that simulates an institution', () => {
  const HEADERS = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  };
  const profile = { account: '2026001', affiliation: 'student' };

  it('asks for an identity, shows the name of the institution as text, and contains no script', async () => {
    await insertSignInAttempt('i.one', 'a');
    const { statusCode, headers, body } = await server.inject('/local-identity/i.one');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject(HEADERS);
    expect(body).toMatch(
      /^<!doctype html><html lang="zh-CN"><head>.*<title>演示机构登录<\/title><style>\s*body\{[^<]*min-height:44px[^<]*<\/style>/s,
    );
    expect(body).toContain(
      '<main><h1>&quot;甲&quot; &amp; &lt;大学&gt;</h1><p class="note">这里不核对身份，只用来演示机构登录的过程。</p>',
    );
    expect(body).toContain('<form method="post">');
    expect(body).toContain('<input name="account" required maxlength="40" autocomplete="off">');
    expect([...body.matchAll(/<option value="(\w+)">/g)].map(([, value]) => value)).toEqual(['student', 'faculty', 'alum']);
    expect(body).toContain(`<a href="${RETURN_URL}?state=i.one&amp;error=access_denied">取消</a>`);
  });

  it('redirects with the entered identity as a code for this attempt', async () => {
    await insertSignInAttempt('i.one', 'a');
    const response = await post('/local-identity/i.one', profile);
    const to = new URL(String(response.headers.location));
    expect([response.statusCode, response.headers['cache-control'], to.origin + to.pathname, to.searchParams.get('state')]).toEqual([
      303,
      'no-store',
      RETURN_URL,
      'i.one',
    ]);
    const arrival = { state: 'i.one', code: to.searchParams.get('code') ?? '' };
    expect(local.findProfile('oidc', 'a.example', arrival)).toMatchObject({ affiliations: ['student'] });
    expect(() => local.findProfile('oidc', 'a.example', { ...arrival, state: 'i.two' })).toThrow(
      expect.objectContaining({ code: 'institution.signInFailed' }),
    );
  });

  it.each([
    ['without a sign-in attempt', 'i.none'],
    ['of an expired sign-in attempt', 'i.over'],
    ['of a sign-in attempt without an institution', 'i.open'],
  ])('is not found at the URL %s', async (_, state) => {
    await insertSignInAttempt('i.over', 'a', 0);
    await insertSignInAttempt('i.open', null);
    for (const response of [await server.inject(`/local-identity/${state}`), await post(`/local-identity/${state}`, profile)]) {
      expect(response.statusCode).toBe(404);
      expect(response.headers).toMatchObject(HEADERS);
      expect(response.body).toContain('<main><h1>演示机构登录</h1><p>这次登录已经结束或过期，请回到书房重新登录。</p></main>');
    }
  });

  it.each([
    { account: '', affiliation: 'student' },
    { account: 'a'.repeat(41), affiliation: 'student' },
    { account: '1', affiliation: 'king' },
  ])('rejects the identity %j', async (fields) => {
    await insertSignInAttempt('i.one', 'a');
    expect((await post('/local-identity/i.one', fields)).statusCode).toBe(404);
  });
});

it('the local page does not exist where it is switched off, and none of its URLs is logged or part of the API description', async () => {
  const routesOf = async (more: Partial<InstitutionDependencies>) => {
    const routes: { url: string; hide: unknown; secret: unknown }[] = [];
    const listed = Fastify();
    listed.addHook('onRoute', ({ url, method, schema, config }) => {
      if (method !== 'HEAD') routes.push({ url, hide: (schema as { hide?: boolean } | undefined)?.hide, secret: config?.pathIsSecret });
    });
    registerCarsiPages(listed, { ...deps, ...more });
    registerLocalIdentityPage(listed, { ...deps, ...more });
    await listed.ready();
    await listed.close();
    return routes;
  };
  expect(await routesOf({ federation: undefined, local: undefined })).toEqual([]);
  expect(await routesOf({})).toEqual([
    { url: '/api/auth/carsi/metadata', hide: true, secret: undefined },
    { url: '/api/auth/carsi/acs', hide: true, secret: true },
    { url: '/api/auth/carsi/discovered', hide: true, secret: true },
    { url: '/local-identity/:state', hide: true, secret: true },
    { url: '/local-identity/:state', hide: true, secret: true },
  ]);
});
