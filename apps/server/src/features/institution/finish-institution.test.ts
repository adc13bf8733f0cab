/** Tests of institution sign-in over HTTP with each protocol and the local page: its settings, a licensed book, sign-out. */
import { createHash, randomBytes } from 'node:crypto';
import {
  type AdminInstitution,
  CARSI_ACS_PATH,
  CARSI_DISCOVERED_PATH,
  CARSI_METADATA_PATH,
  type detectInstitution,
  type finishInstitution,
  type getBookInfo,
  LIMITS,
  type LoginResult,
  type listMyInstitutions,
  type OutputOf,
  SIGN_IN_RETURN_PATH,
  type searchInstitutions,
  type startInstitution,
  TERMS_VERSION,
  type UserInfo,
} from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AFFILIATION,
  createSamlStandIn,
  makeKeyPair,
  type OidcStandIn,
  SAML_PAIRWISE_ID,
  type SamlStandIn,
  startOidcStandIn,
} from '../../gateways/identity/testing/identity-stand-ins.ts';
import { writeXlsx } from '../../platform/write-xlsx.ts';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { ACCOUNT_LIMITS } from '../account/limits.ts';
import { setRoles } from '../authorization/change-roles.ts';

testAccess('finishInstitution', 'everyone');
testIdempotency('finishInstitution', () => ({
  body: { state: 'i.x', code: 'c', proof: 'x'.repeat(22) },
  code: 'institution.signInFailed',
}));
const DAY_MS = 86_400_000;
let shop: TestServer;
let oidc: OidcStandIn;
let saml: SamlStandIn;
let admin: TestUser;
let bookId: string;
const schools = {} as Record<'carsi' | 'oidc' | 'local', AdminInstitution>;

const post = <T>(url: string, body: object, as?: TestUser) => shop.call<T>(url, { body, ...(as && { as }) });
const save = async (body: object) =>
  granted(await post<{ institution: AdminInstitution }>('/api/admin/institution/save', body, admin)).institution;
const createLicense = (institution: string, modes: string[], change: object = {}) =>
  post(
    '/api/admin/license/create',
    { institution, modes, startsAt: shop.platform.clock.now() - 1, endsAt: shop.platform.clock.now() + 30 * DAY_MS, ...change },
    admin,
  );

beforeAll(async () => {
  [oidc, saml] = [await startOidcStandIn(), await createSamlStandIn('yingtai.edu.cn')];
  const { privateKey, certificate } = await makeKeyPair('books.example.com');
  shop = await openTestServer({
    CARSI_PRIVATE_KEY: privateKey,
    CARSI_CERTIFICATE: certificate.replaceAll('\n', '\\n'),
    CARSI_DISCOVERY_URL: 'https://ds.carsi.edu.cn/list',
    INSTITUTION_PRIVATE_HOSTS: new URL(oidc.issuer).host,
  });
  admin = await shop.user('13966680001', 'admin');
  bookId = await shop.book({}, { publish: true, accessModel: 'institutionOnly', trialChapters: 0 });
  const { issuer, clientId, clientSecret } = oidc;
  schools.carsi = await save({ name: '英台大学', domain: 'yingtai.edu.cn', protocol: 'carsi', metadata: saml.metadata });
  schools.oidc = await save({ name: '临渠学院', domain: 'linqu.edu.cn', protocol: 'oidc', issuer, clientId, clientSecret });
  schools.local = await save({ name: '演示大学', domain: 'yanshi.edu.cn', protocol: 'carsi' });
  for (const { name, protocol } of Object.values(schools)) granted(await createLicense(name, [protocol]));
}, 300_000);
afterAll(async () => {
  await shop?.close();
  await oidc?.stop();
});
beforeEach(() => {
  oidc.change = {};
});

let userCount = 0;
/** A user of an institution who has no account on the platform. */
const newSubject = (): string => {
  userCount += 1;
  return `stranger-${userCount}`;
};

interface Begun {
  readonly url: string;
  readonly state: string;
  readonly proof: string;
}
const begin = async (
  institutionId: string | undefined,
  change: { as?: TestUser; bind?: string; returnTo?: string } = {},
): Promise<Begun> => {
  const proof = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({
    ...(institutionId === undefined ? {} : { institutionId }),
    proofHash: createHash('sha256').update(proof).digest('base64url'),
    returnTo: change.returnTo ?? '/bookshelf',
    bind: change.bind ?? '0',
  });
  const start = await shop.call<OutputOf<typeof startInstitution>>(
    `/api/auth/carsi/start?${query.toString()}`,
    change.as && { as: change.as },
  );
  const { url, state } = granted(start);
  return { url, state, proof };
};
type Finished = OutputOf<typeof finishInstitution>;
const finish = ({ state, proof }: Pick<Begun, 'state' | 'proof'>, code: string, as?: TestUser) =>
  post<Finished>('/api/auth/carsi/finish', { state, proof, code }, as);
const postResponse = (state: string, xml: string) =>
  shop.request({
    method: 'POST',
    url: CARSI_ACS_PATH,
    headers: { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }).toString(),
  });
const codeOf = async (response: Promise<{ code: string }>): Promise<string> => (await response).code;

/** Runs the authorization flow at the institution as this user of the institution. */
const signInAt = async (
  school: keyof typeof schools,
  subject: string,
  change: Parameters<typeof begin>[1] & { affiliation?: string } = {},
) => {
  const begun = await begin(schools[school].id, change);
  const affiliation = change.affiliation ?? 'student';
  if (school === 'oidc') {
    oidc.claims = { sub: subject, ...(change.affiliation && { eduperson_scoped_affiliation: `${affiliation}@linqu.edu.cn` }) };
    return finish(begun, oidc.agree(begun.url).searchParams.get('code') ?? '', change.as);
  }
  if (school === 'carsi') {
    const attributes = { [SAML_PAIRWISE_ID]: [`${subject}@yingtai.edu.cn`], [AFFILIATION]: [`${affiliation}@yingtai.edu.cn`] };
    const sent = await postResponse(begun.state, saml.respond(begun.url, { attributes }));
    expect(sent.statusCode).toBe(303);
    const back = new URL(String(sent.headers.location));
    expect(back.pathname).toBe(SIGN_IN_RETURN_PATH);
    expect(back.searchParams.get('state')).toBe(begun.state);
    return finish(begun, back.searchParams.get('code') ?? '', change.as);
  }
  const page = await shop.request({ method: 'GET', url: new URL(begun.url).pathname, headers: { host: APP_HOST } });
  expect(page.body).toContain('演示大学');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const sent = await shop.request({
    method: 'POST',
    url: new URL(begun.url).pathname,
    headers: { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ account: subject, affiliation }).toString(),
  });
  return finish(begun, new URL(String(sent.headers.location)).searchParams.get('code') ?? '', change.as);
};

const userOf = async (login: LoginResult): Promise<TestUser> => {
  const headers = { authorization: `dp-token ${login.dpAuthToken}`, 'x-device-code': 'web' };
  const { id, tel } = granted(await shop.call<UserInfo>('/api/user/userInfo/get', { headers }));
  return { id, tel, headers };
};
const ticketOf = async (response: ReturnType<typeof signInAt>): Promise<string> => {
  const finished = granted(await response);
  if (finished.outcome !== 'newcomer') throw new Error(`unexpected: ${finished.outcome}`);
  return finished.ticket;
};
/** Signs a new user in through the institution, with a new account that has no phone number. */
const enter = async (school: keyof typeof schools, subject = newSubject()): Promise<TestUser> =>
  userOf(
    granted(await post<LoginResult>('/api/auth/carsi/bind', { ticket: await ticketOf(signInAt(school, subject)), terms: TERMS_VERSION })),
  );
const infoOf = async (as?: TestUser) =>
  granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, as && { as }));
const rightOf = async (as?: TestUser) => (await infoOf(as)).right;
const mine = async (as: TestUser) => granted(await shop.call<OutputOf<typeof listMyInstitutions>>('/api/my/institutions', { as })).items;

describe.each(['carsi', 'oidc', 'local'] as const)('signing in by %s', (school) => {
  it('lets a new user choose an account, opens the licensed books for this session only, and finds the account again', async () => {
    const subject = newSubject();
    const first = granted(await signInAt(school, subject, { returnTo: '//evil.example/' }));
    expect(first).toMatchObject({ outcome: 'newcomer', institution: schools[school].name, returnTo: '/' });
    const ticket = first.outcome === 'newcomer' ? first.ticket : '';
    expect(await codeOf(post('/api/auth/carsi/bind', { ticket, terms: TERMS_VERSION - 1 }))).toBe('account.consentOutdated');
    const login = granted(await post<LoginResult>('/api/auth/carsi/bind', { ticket, terms: TERMS_VERSION }));
    expect(login.registered).toBe(true);
    expect(await codeOf(post('/api/auth/carsi/bind', { ticket, terms: TERMS_VERSION }))).toBe('institution.signInFailed');
    const user = await userOf(login);
    const info = granted(await shop.call<UserInfo>('/api/user/userInfo/get', { as: user }));
    expect(info).toMatchObject({ nickname: `${schools[school].name}读者`, tel: '', consentVersion: TERMS_VERSION });
    const mode = schools[school].protocol;
    expect(await rightOf(user)).toMatchObject({ kind: 'institution', via: mode, reason: expect.stringContaining(schools[school].name) });
    const detected = await shop.call<OutputOf<typeof detectInstitution>>('/api/institution/detect', { as: user });
    expect(granted(detected)).toEqual({ institution: schools[school].name, via: mode });
    expect((await rightOf()).kind).toBe('none');
    expect(await mine(user)).toMatchObject([{ name: schools[school].name, link: { protocol: mode }, active: [mode] }]);

    const again = granted(await signInAt(school, subject));
    expect(again.outcome).toBe('signedIn');
    const signedIn = await userOf(again.outcome === 'signedIn' ? again.login : login);
    expect(signedIn.id).toBe(user.id);
    expect((await rightOf(signedIn)).kind).toBe('institution');
    granted(await shop.call('/api/user/auth/logout', { as: signedIn }));
    expect(await shop.call('/api/my/institutions', { as: signedIn })).toMatchObject({ code: 'requestLogin' });
  });

  it('accepts an attempt once, in its own browser, in time, and with its own response only', async () => {
    const respondTo = async (begun: Begun): Promise<string> => {
      if (school === 'oidc') return oidc.agree(begun.url).searchParams.get('code') ?? '';
      if (school === 'carsi') {
        await postResponse(begun.state, saml.respond(begun.url));
        return 'posted';
      }
      const { headers } = await shop.request({
        method: 'POST',
        url: new URL(begun.url).pathname,
        headers: { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'account=zeng&affiliation=student',
      });
      return new URL(String(headers.location)).searchParams.get('code') ?? '';
    };
    const used = await begin(schools[school].id);
    const code = await respondTo(used);
    expect(await codeOf(finish(used, code))).toBe('success');
    expect(await codeOf(finish(used, code))).toBe('institution.signInFailed');
    const foreign = await begin(schools[school].id);
    expect(await codeOf(finish({ ...foreign, proof: 'x'.repeat(22) }, await respondTo(foreign)))).toBe('institution.signInFailed');
    const [one, two] = [await begin(schools[school].id), await begin(schools[school].id)];
    const otherCode = school === 'carsi' ? 'posted' : await respondTo(two);
    if (school === 'carsi') await postResponse(one.state, saml.respond(two.url));
    expect(await codeOf(finish(one, otherCode))).toBe('institution.signInFailed');
    const late = await begin(schools[school].id);
    const lateCode = await respondTo(late);
    shop.platform.advanceClock?.(LIMITS.institutionSignInLifetimeMs);
    expect(await codeOf(finish(late, lateCode))).toBe('institution.signInFailed');
  });

  it('refuses a user who has left the institution, with the error envelope of the specification', async () => {
    expect(await signInAt(school, newSubject(), { affiliation: 'alum' })).toMatchObject({ code: 'institution.notMember', payload: null });
  });

  it('can be linked to an existing account and unlinked, which keeps the data of the account', async () => {
    const user = await shop.user(`139666801${userCount.toString().padStart(2, '0')}`);
    await shop.platform.db.pool.query(
      `insert into entitlement (id, user_id, book_id, source, starts_at, note, created_at) values ($1, $2, $3, 'gift', 0, '', 0)`,
      [`own-${user.id}`, user.id, bookId],
    );
    const subject = newSubject();
    expect(granted(await signInAt(school, subject, { as: user, bind: '1' }))).toMatchObject({
      outcome: 'bound',
      institution: schools[school].name,
    });
    // The user's own right to the book takes precedence over the institution's right, which is active too.
    expect((await rightOf(user)).kind).toBe('owned');
    expect(await mine(user)).toMatchObject([{ active: [schools[school].protocol] }]);
    const other = await shop.user(`139666802${userCount.toString().padStart(2, '0')}`);
    expect(await codeOf(signInAt(school, subject, { as: other, bind: '1' }))).toBe('institution.linkTaken');
    expect(await codeOf(signInAt(school, newSubject(), { as: user, bind: '1' }))).toBe('institution.linkTaken');
    const { items } = granted(
      await post<OutputOf<typeof listMyInstitutions>>('/api/auth/carsi/unbind', { institutionId: schools[school].id }, user),
    );
    expect(items).toEqual([]);
    expect((await rightOf(user)).kind).toBe('owned');
    expect(granted(await signInAt(school, subject)).outcome).toBe('newcomer');
  });
});

describe('the federation', () => {
  const past = (ms: number) => new Date(Date.now() - ms);
  it.each<[string, (url: string) => string]>([
    ['a forged signature', (url) => saml.respond(url).replace('student@', 'faculty@')],
    ['another audience', (url) => saml.respond(url, { audience: 'https://other.example.com' })],
    ['an expired assertion', (url) => saml.respond(url, { notBefore: past(900_000), notOnOrAfter: past(600_000) })],
    ['a declared entity', (url) => `<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${saml.respond(url)}`],
  ])('is refused with %s', async (_, response) => {
    const begun = await begin(schools.carsi.id);
    await postResponse(begun.state, response(begun.url));
    expect(await finish(begun, 'posted')).toMatchObject({ code: 'institution.signInFailed', payload: null });
  });

  it('accepts one response for each attempt, and none without an attempt', async () => {
    const begun = await begin(schools.carsi.id);
    expect(String((await postResponse(begun.state, saml.respond(begun.url))).headers.location)).toContain('code=posted');
    expect(String((await postResponse(begun.state, 'another')).headers.location)).toContain('refused=institution.signInFailed');
    expect(String((await postResponse('i.none', 'x')).headers.location)).toContain('refused=institution.signInFailed');
    expect(await codeOf(finish(begun, 'posted'))).toBe('success');
  });

  it('can let the user choose the institution in its own list', async () => {
    const begun = await begin(undefined);
    const list = new URL(begun.url);
    expect(list.origin + list.pathname).toBe('https://ds.carsi.edu.cn/list');
    const back = new URL(list.searchParams.get('return') ?? '');
    expect(back.pathname).toBe(CARSI_DISCOVERED_PATH);
    back.searchParams.set(list.searchParams.get('returnIDParam') ?? '', saml.entityId);
    const headers = { host: APP_HOST };
    const onward = await shop.request({ method: 'GET', url: back.pathname + back.search, headers });
    const url = String(onward.headers.location);
    expect(url.startsWith(saml.ssoUrl)).toBe(true);
    await postResponse(begun.state, saml.respond(url));
    expect(granted(await finish(begun, 'posted'))).toMatchObject({ institution: '英台大学' });
    const unknown = await begin(undefined);
    const nowhere = await shop.request({ method: 'GET', url: `${CARSI_DISCOVERED_PATH}?state=${unknown.state}&entityID=x`, headers });
    expect(String(nowhere.headers.location)).toContain('refused=institution.notFound');
  });

  it('is sent the metadata of the platform', async () => {
    const { body, headers } = await shop.request({ method: 'GET', url: CARSI_METADATA_PATH, headers: { host: APP_HOST } });
    expect(headers['content-type']).toContain('samlmetadata');
    expect(body).toContain(CARSI_ACS_PATH);
  });
});

describe('the page of a book that institutions have bought', () => {
  it('offers the sign-in of these institutions to every user, and names an institution only to its own users', async () => {
    expect((await infoOf()).institutionSignIn).toEqual({ names: [] });
    const user = await shop.user('13966680405');
    expect((await infoOf(user)).institutionSignIn).toEqual({ names: [] });
    granted(await signInAt('oidc', newSubject(), { as: user, bind: '1' }));
    expect((await infoOf(user)).institutionSignIn).toBeUndefined();
    await shop.platform.db.pool.query('delete from institution_session where user_id = $1', [user.id]);
    expect((await infoOf(user)).institutionSignIn).toEqual({ names: ['临渠学院'] });
    const other = await shop.book(
      { chapters: [['另一本', '一段正文。']] },
      { publish: true, accessModel: 'paid', priceFen: 100, trialChapters: 1 },
    );
    const ask = () => shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${other}`);
    expect(granted(await ask()).institutionSignIn).toEqual({ names: [] });
    await shop.platform.db.pool.query(`update institution_license set scope = 'books', book_ids = $1`, [[bookId]]);
    expect(granted(await ask()).institutionSignIn).toBeUndefined();
    await shop.platform.db.pool.query(`update institution_license set scope = 'all', book_ids = '{}'`);
  });
});

describe('an account created by an institution sign-in', () => {
  it('cannot remove its only sign-in method, and can once it has another one', async () => {
    const user = await enter('local');
    const unbind = () => codeOf(post('/api/auth/carsi/unbind', { institutionId: schools.local.id }, user));
    expect(await unbind()).toBe('account.phoneMissing');
    expect(granted(await signInAt('oidc', newSubject(), { as: user, bind: '1' })).outcome).toBe('bound');
    expect(await unbind()).toBe('success');
  });

  it('loses the licensed books and keeps its own data when it signs in another way', async () => {
    const user = await shop.user('13966680301');
    granted(await signInAt('oidc', newSubject(), { as: user, bind: '1' }));
    expect((await rightOf(user)).kind).toBe('institution');
    const { body } = await shop.request({
      method: 'GET',
      url: `/api/learn/open?bookId=${bookId}`,
      headers: { host: APP_HOST, ...user.headers },
    });
    expect(JSON.parse(body)).toMatchObject({ code: 'success' });
    // The same user signs in on a second device, but not through the institution; only the session of the first device has the
    // institution's right.
    const account = (await import('../../app/assemble-account.ts')).assembleAccount(shop.platform);
    const { completeSignIn } = await import('../account/complete-sign-in.ts');
    const login = await completeSignIn(
      account,
      { id: user.id, nickname: '', avatar: '' },
      { deviceCode: 'mobile', deviceId: undefined, userAgent: '' },
    );
    const elsewhere = { ...user, headers: { authorization: `dp-token ${login.dpAuthToken}`, 'x-device-code': 'mobile' } };
    expect((await rightOf(elsewhere)).kind).toBe('none');
    expect(await mine(elsewhere)).toMatchObject([{ name: '临渠学院', active: [] }]);
    const books = await shop.call<{ items: { source: string }[] }>('/api/my/getBooks', { as: elsewhere });
    expect(JSON.stringify(books.payload)).toContain('"institution"');
  });
});

describe('the list of an institution', () => {
  const importing = (file: Buffer, change: object = {}) =>
    post<{ added: number; changed: number; removed: number; errors: { line: number; reason: string }[] }>(
      '/api/admin/institution/members/import',
      { institutionId: schools.oidc.id, file: file.toString('base64'), ...change },
      admin,
    );

  it('is imported completely or not at all, and opens the books by phone number, or by student number and name', async () => {
    granted(await createLicense('临渠学院', ['roster']));
    const byPhone = await shop.user('13966680401');
    const byNumber = await shop.user('13966680402');
    const head = ['学号', '手机号', '姓名', '身份', '有效期至'];
    const bad = await writeXlsx('名单', [head, ['2026001', '139', '颜回', '学生', '']], []);
    expect(granted(await importing(bad)).errors).toEqual([{ line: 2, reason: '手机号“139”有误' }]);
    expect((await rightOf(byPhone)).kind).toBe('none');
    const good = await writeXlsx(
      '名单',
      [head, ['', byPhone.tel, '颜回', '学生', ''], ['2026002', '', '端木赐', '教师', '2030-06-30']],
      [],
    );
    expect(granted(await importing(good))).toMatchObject({ added: 2, changed: 0, removed: 0 });
    expect(granted(await importing(good))).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(await rightOf(byPhone)).toMatchObject({ kind: 'institution', via: 'roster', reason: expect.stringContaining('名单') });

    const join = (as: TestUser, studentNo: string, name: string) =>
      codeOf(post('/api/institution/join', { institutionId: schools.oidc.id, studentNo, name }, as));
    expect(await join(byNumber, '2026002', '子路')).toBe('institution.notOnList');
    expect(await join(byNumber, '2026002', '端木 赐')).toBe('success');
    expect(await rightOf(byNumber)).toMatchObject({ kind: 'institution', via: 'roster' });
    expect(await join(byPhone, '2026002', '端木赐')).toBe('institution.placeTaken');

    const csv = Buffer.from(`手机号,姓名\r\n"${byPhone.tel}","颜回"\r\n`);
    expect(granted(await importing(csv, { replace: true }))).toMatchObject({ added: 0, changed: 1, removed: 1 });
    expect((await rightOf(byNumber)).kind).toBe('none');
  });

  it('refuses further tries after too many wrong student numbers', async () => {
    const guesser = await shop.user('13966680403');
    const tryToJoin = () => codeOf(post('/api/institution/join', { institutionId: schools.oidc.id, studentNo: '1', name: '某' }, guesser));
    for (let n = 0; n < ACCOUNT_LIMITS.joinTriesPerHour; n += 1) expect(await tryToJoin()).toBe('institution.notOnList');
    expect(await tryToJoin()).toBe('account.tooManyFailures');
  });

  it('can be changed by administrators of this institution only', async () => {
    const own = await shop.user('13966680404', 'orgAdmin');
    const add = [{ role: 'orgAdmin' as const, scope: `institution:${schools.oidc.id}` }];
    await setRoles(shop.platform, own.id, { add, remove: ['orgAdmin'] }, 'commandLine');
    const list = (institutionId: string) => codeOf(shop.call(`/api/admin/institution/members?institutionId=${institutionId}`, { as: own }));
    expect(await list(schools.oidc.id)).toBe('success');
    expect(await list(schools.carsi.id)).toBe('institution.notFound');
    const seen = await shop.call<{ items: AdminInstitution[] }>('/api/admin/institution/list', { as: own });
    expect(granted(seen).items.map(({ name }) => name)).toEqual(['临渠学院']);
    expect(
      await codeOf(post('/api/admin/institution/save', { id: schools.oidc.id, name: '改名', domain: '', protocol: 'none' }, own)),
    ).toBe('forbidden');
  });
});

it('the search shows only institutions that offer sign-in', async () => {
  await save({ name: '不登录的大学', domain: '', protocol: 'none' });
  const { items } = granted(await shop.call<OutputOf<typeof searchInstitutions>>('/api/institution/search?q='));
  expect(items.map(({ name }) => name)).toEqual(['临渠学院', '演示大学', '英台大学'].toSorted((a, b) => (a < b ? -1 : 1)));
});

it('no secret of an institution leaves the server, and none of its responses reaches the log', async () => {
  const listed = await shop.request({ method: 'GET', url: '/api/admin/institution/list', headers: { host: APP_HOST, ...admin.headers } });
  expect(listed.body).not.toContain(oidc.clientSecret);
  const audit = await shop.platform.db.pool.query(`select after::text from audit_event where action = 'institution.save'`);
  expect(JSON.stringify(audit.rows)).not.toContain(oidc.clientSecret);
  const { rows } = await shop.platform.db.pool.query(`select encode(sealed_client_secret, 'escape') as kept from institution_sign_in`);
  expect(JSON.stringify(rows)).not.toContain(oidc.clientSecret);
  expect(shop.log()).not.toContain('SAMLResponse');
  expect(shop.log()).not.toContain(oidc.clientSecret);
});
