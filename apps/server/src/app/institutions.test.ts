/** Signing in through an institution on the wire, with each protocol and with the page that plays one: from the desk's settings to a licensed book, and back. */
import { createHash, randomBytes } from 'node:crypto';
import {
  CARSI_ANSWER_PATH,
  CARSI_DISCOVERED_PATH,
  CARSI_METADATA_PATH,
  type DeskInstitution,
  type detectInstitution,
  type finishInstitution,
  type getBookInfo,
  INSTITUTION_RETURN_PATH,
  LIMITS,
  type LoginResult,
  type listMyInstitutions,
  type OutputOf,
  type searchInstitutions,
  type startInstitution,
  TERMS_VERSION,
  type UserInfo,
} from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setRoles } from '../features/account/roles.ts';
import {
  AFFILIATION,
  createSamlStandIn,
  makeKeyPair,
  type OidcStandIn,
  SAML_PAIRWISE_ID,
  type SamlStandIn,
  startOidcStandIn,
} from '../gateways/identity/testing/identity-stand-ins.ts';
import { writeXlsx } from '../platform/write-xlsx.ts';
import { granted } from './testing/file-scene.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

const DAY_MS = 86_400_000;
let shop: TestServer;
let oidc: OidcStandIn;
let saml: SamlStandIn;
let admin: TestPerson;
let bookId: string;
const schools = {} as Record<'carsi' | 'oidc' | 'local', DeskInstitution>;

const post = <T>(url: string, body: object, as?: TestPerson) => shop.call<T>(url, { body, ...(as && { as }) });
const save = async (body: object) =>
  granted(await post<{ institution: DeskInstitution }>('/api/admin/institution/save', body, admin)).institution;
const licence = (institution: string, modes: string[], change: object = {}) =>
  post(
    '/api/admin/licence/create',
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
  admin = await shop.person('13966680001', 'admin');
  bookId = await shop.book({}, { publish: true, accessModel: 'institutionOnly', trialChapters: 0 });
  const { issuer, clientId, clientSecret } = oidc;
  schools.carsi = await save({ name: '英台大学', domain: 'yingtai.edu.cn', protocol: 'carsi', metadata: saml.metadata });
  schools.oidc = await save({ name: '临渠学院', domain: 'linqu.edu.cn', protocol: 'oidc', issuer, clientId, clientSecret });
  schools.local = await save({ name: '演示大学', domain: 'yanshi.edu.cn', protocol: 'carsi' });
  for (const { name, protocol } of Object.values(schools)) granted(await licence(name, [protocol]));
}, 300_000);
afterAll(async () => {
  await shop?.close();
  await oidc?.stop();
});
beforeEach(() => {
  oidc.change = {};
});

let people = 0;
/** Somebody an institution knows and we do not. */
const stranger = (): string => {
  people += 1;
  return `stranger-${people}`;
};

interface Begun {
  readonly url: string;
  readonly state: string;
  readonly proof: string;
}
const begin = async (
  institutionId: string | undefined,
  change: { as?: TestPerson; bind?: string; returnTo?: string } = {},
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
const finish = ({ state, proof }: Pick<Begun, 'state' | 'proof'>, code: string, as?: TestPerson) =>
  post<Finished>('/api/auth/carsi/finish', { state, proof, code }, as);
const postAnswer = (state: string, xml: string) =>
  shop.request({
    method: 'POST',
    url: CARSI_ANSWER_PATH,
    headers: { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }).toString(),
  });
const codeOf = async (answer: Promise<{ code: string }>): Promise<string> => (await answer).code;

/** Walks to the institution and back as this person of it. */
const walk = async (school: keyof typeof schools, who: string, change: Parameters<typeof begin>[1] & { affiliation?: string } = {}) => {
  const begun = await begin(schools[school].id, change);
  const affiliation = change.affiliation ?? 'student';
  if (school === 'oidc') {
    oidc.person = { sub: who, ...(change.affiliation && { eduperson_scoped_affiliation: `${affiliation}@linqu.edu.cn` }) };
    return finish(begun, oidc.agree(begun.url).searchParams.get('code') ?? '', change.as);
  }
  if (school === 'carsi') {
    const attributes = { [SAML_PAIRWISE_ID]: [`${who}@yingtai.edu.cn`], [AFFILIATION]: [`${affiliation}@yingtai.edu.cn`] };
    const sent = await postAnswer(begun.state, saml.answer(begun.url, { attributes }));
    expect(sent.statusCode).toBe(303);
    const back = new URL(String(sent.headers.location));
    expect(back.pathname).toBe(INSTITUTION_RETURN_PATH);
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
    payload: new URLSearchParams({ account: who, affiliation }).toString(),
  });
  return finish(begun, new URL(String(sent.headers.location)).searchParams.get('code') ?? '', change.as);
};

const personOf = async (login: LoginResult): Promise<TestPerson> => {
  const headers = { authorization: `dp-token ${login.dpAuthToken}`, 'x-device-code': 'web' };
  const { id, tel } = granted(await shop.call<UserInfo>('/api/user/userInfo/get', { headers }));
  return { id, tel, headers };
};
const ticketOf = async (answer: ReturnType<typeof walk>): Promise<string> => {
  const finished = granted(await answer);
  if (finished.outcome !== 'newcomer') throw new Error(`unexpected: ${finished.outcome}`);
  return finished.ticket;
};
/** Signs a newcomer in with a new account that has no number. */
const enter = async (school: keyof typeof schools, who = stranger()): Promise<TestPerson> =>
  personOf(granted(await post<LoginResult>('/api/auth/carsi/bind', { ticket: await ticketOf(walk(school, who)), terms: TERMS_VERSION })));
const infoOf = async (as?: TestPerson) =>
  granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, as && { as }));
const rightOf = async (as?: TestPerson) => (await infoOf(as)).right;
const mine = async (as: TestPerson) => granted(await shop.call<OutputOf<typeof listMyInstitutions>>('/api/my/institutions', { as })).items;

describe.each(['carsi', 'oidc', 'local'] as const)('signing in by %s', (school) => {
  it('lets a newcomer choose an account, gives the licensed books to this session alone, and knows the person from then on', async () => {
    const who = stranger();
    const first = granted(await walk(school, who, { returnTo: '//evil.example/' }));
    expect(first).toMatchObject({ outcome: 'newcomer', institution: schools[school].name, returnTo: '/' });
    const ticket = first.outcome === 'newcomer' ? first.ticket : '';
    expect(await codeOf(post('/api/auth/carsi/bind', { ticket, terms: TERMS_VERSION - 1 }))).toBe('account.consentOutdated');
    const login = granted(await post<LoginResult>('/api/auth/carsi/bind', { ticket, terms: TERMS_VERSION }));
    expect(login.registered).toBe(true);
    expect(await codeOf(post('/api/auth/carsi/bind', { ticket, terms: TERMS_VERSION }))).toBe('institution.signInFailed');
    const person = await personOf(login);
    const info = granted(await shop.call<UserInfo>('/api/user/userInfo/get', { as: person }));
    expect(info).toMatchObject({ nickname: `${schools[school].name}读者`, tel: '', consentVersion: TERMS_VERSION });
    const mode = schools[school].protocol;
    expect(await rightOf(person)).toMatchObject({ kind: 'institution', via: mode, reason: expect.stringContaining(schools[school].name) });
    const detected = await shop.call<OutputOf<typeof detectInstitution>>('/api/institution/detect', { as: person });
    expect(granted(detected)).toEqual({ institution: schools[school].name, via: mode });
    expect((await rightOf()).kind).toBe('none');
    expect(await mine(person)).toMatchObject([{ name: schools[school].name, link: { protocol: mode }, active: [mode] }]);

    const again = granted(await walk(school, who));
    expect(again.outcome).toBe('signedIn');
    const signedIn = await personOf(again.outcome === 'signedIn' ? again.login : login);
    expect(signedIn.id).toBe(person.id);
    expect((await rightOf(signedIn)).kind).toBe('institution');
    granted(await shop.call('/api/user/auth/logout', { as: signedIn }));
    expect(await shop.call('/api/my/institutions', { as: signedIn })).toMatchObject({ code: 'requestLogin' });
  });

  it('takes a walk once, in its own browser, in time, and nobody else’s answer', async () => {
    const answerTo = async (begun: Begun): Promise<string> => {
      if (school === 'oidc') return oidc.agree(begun.url).searchParams.get('code') ?? '';
      if (school === 'carsi') {
        await postAnswer(begun.state, saml.answer(begun.url));
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
    const code = await answerTo(used);
    expect(await codeOf(finish(used, code))).toBe('success');
    expect(await codeOf(finish(used, code))).toBe('institution.signInFailed');
    const foreign = await begin(schools[school].id);
    expect(await codeOf(finish({ ...foreign, proof: 'x'.repeat(22) }, await answerTo(foreign)))).toBe('institution.signInFailed');
    const [one, two] = [await begin(schools[school].id), await begin(schools[school].id)];
    const theirs = school === 'carsi' ? 'posted' : await answerTo(two);
    if (school === 'carsi') await postAnswer(one.state, saml.answer(two.url));
    expect(await codeOf(finish(one, theirs))).toBe('institution.signInFailed');
    const late = await begin(schools[school].id);
    const lateCode = await answerTo(late);
    shop.platform.advanceClock?.(LIMITS.institutionWalkLifetimeMs);
    expect(await codeOf(finish(late, lateCode))).toBe('institution.signInFailed');
  });

  it('refuses who has left the institution, in the spec’s envelope', async () => {
    expect(await walk(school, stranger(), { affiliation: 'alum' })).toMatchObject({ code: 'institution.notMember', payload: null });
  });

  it('is tied to an account one has, and untied: what is one’s own stays', async () => {
    const person = await shop.person(`139666801${people.toString().padStart(2, '0')}`);
    await shop.platform.db.pool.query(
      `insert into entitlement (id, user_id, book_id, source, starts_at, note, created_at) values ($1, $2, $3, 'gift', 0, '', 0)`,
      [`own-${person.id}`, person.id, bookId],
    );
    const who = stranger();
    expect(granted(await walk(school, who, { as: person, bind: '1' }))).toMatchObject({
      outcome: 'bound',
      institution: schools[school].name,
    });
    // The person's own right is in force beside the institution's, and named first.
    expect((await rightOf(person)).kind).toBe('owned');
    expect(await mine(person)).toMatchObject([{ active: [schools[school].protocol] }]);
    const other = await shop.person(`139666802${people.toString().padStart(2, '0')}`);
    expect(await codeOf(walk(school, who, { as: other, bind: '1' }))).toBe('institution.linkTaken');
    expect(await codeOf(walk(school, stranger(), { as: person, bind: '1' }))).toBe('institution.linkTaken');
    const { items } = granted(
      await post<OutputOf<typeof listMyInstitutions>>('/api/auth/carsi/unbind', { institutionId: schools[school].id }, person),
    );
    expect(items).toEqual([]);
    expect((await rightOf(person)).kind).toBe('owned');
    expect(granted(await walk(school, who)).outcome).toBe('newcomer');
  });
});

describe('the federation', () => {
  const past = (ms: number) => new Date(Date.now() - ms);
  it.each<[string, (url: string) => string]>([
    ['a forged signature', (url) => saml.answer(url).replace('student@', 'faculty@')],
    ['another audience', (url) => saml.answer(url, { audience: 'https://other.example.com' })],
    ['an assertion that is over', (url) => saml.answer(url, { notBefore: past(900_000), notOnOrAfter: past(600_000) })],
    ['a declared entity', (url) => `<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${saml.answer(url)}`],
  ])('is refused with %s', async (_, answer) => {
    const begun = await begin(schools.carsi.id);
    await postAnswer(begun.state, answer(begun.url));
    expect(await finish(begun, 'posted')).toMatchObject({ code: 'institution.signInFailed', payload: null });
  });

  it('takes one answer a walk, and none to a walk there is not', async () => {
    const begun = await begin(schools.carsi.id);
    expect(String((await postAnswer(begun.state, saml.answer(begun.url))).headers.location)).toContain('code=posted');
    expect(String((await postAnswer(begun.state, 'another')).headers.location)).toContain('refused=institution.signInFailed');
    expect(String((await postAnswer('i.none', 'x')).headers.location)).toContain('refused=institution.signInFailed');
    expect(await codeOf(finish(begun, 'posted'))).toBe('success');
  });

  it('can ask which institution itself, by its own list', async () => {
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
    await postAnswer(begun.state, saml.answer(url));
    expect(granted(await finish(begun, 'posted'))).toMatchObject({ institution: '英台大学' });
    const unknown = await begin(undefined);
    const nowhere = await shop.request({ method: 'GET', url: `${CARSI_DISCOVERED_PATH}?state=${unknown.state}&entityID=x`, headers });
    expect(String(nowhere.headers.location)).toContain('refused=institution.notFound');
  });

  it('is told who we are', async () => {
    const { body, headers } = await shop.request({ method: 'GET', url: CARSI_METADATA_PATH, headers: { host: APP_HOST } });
    expect(headers['content-type']).toContain('samlmetadata');
    expect(body).toContain(CARSI_ANSWER_PATH);
  });
});

describe('the page of a book that institutions have bought', () => {
  it('offers their sign-in to everybody, and says which institution to its own people alone', async () => {
    expect((await infoOf()).institutionSignIn).toEqual({ names: [] });
    const person = await shop.person('13966680405');
    expect((await infoOf(person)).institutionSignIn).toEqual({ names: [] });
    granted(await walk('oidc', stranger(), { as: person, bind: '1' }));
    expect((await infoOf(person)).institutionSignIn).toBeUndefined();
    await shop.platform.db.pool.query('delete from institution_session where user_id = $1', [person.id]);
    expect((await infoOf(person)).institutionSignIn).toEqual({ names: ['临渠学院'] });
    const other = await shop.book(
      { chapters: [['另一本', '一段正文。']] },
      { publish: true, accessModel: 'paid', priceFen: 100, trialChapters: 1 },
    );
    const ask = () => shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${other}`);
    expect(granted(await ask()).institutionSignIn).toEqual({ names: [] });
    await shop.platform.db.pool.query(`update institution_licence set scope = 'books', book_ids = $1`, [[bookId]]);
    expect(granted(await ask()).institutionSignIn).toBeUndefined();
    await shop.platform.db.pool.query(`update institution_licence set scope = 'all', book_ids = '{}'`);
  });
});

describe('an account that came by an institution', () => {
  it('cannot lock itself out, and can once there is another way in', async () => {
    const person = await enter('local');
    const unbind = () => codeOf(post('/api/auth/carsi/unbind', { institutionId: schools.local.id }, person));
    expect(await unbind()).toBe('account.phoneMissing');
    expect(granted(await walk('oidc', stranger(), { as: person, bind: '1' })).outcome).toBe('bound');
    expect(await unbind()).toBe('success');
  });

  it('loses the books and keeps everything of its own when it signs in another way', async () => {
    const person = await shop.person('13966680301');
    granted(await walk('oidc', stranger(), { as: person, bind: '1' }));
    expect((await rightOf(person)).kind).toBe('institution');
    const { body } = await shop.request({
      method: 'GET',
      url: `/api/learn/open?bookId=${bookId}`,
      headers: { host: APP_HOST, ...person.headers },
    });
    expect(JSON.parse(body)).toMatchObject({ code: 'success' });
    // A second device of the same person has not come through the institution.
    const account = (await import('./build-server.ts')).assembleAccount(shop.platform);
    const { startSession } = await import('../features/account/sessions.ts');
    const login = await startSession(
      account,
      { id: person.id, nickname: '', avatar: '' },
      { deviceCode: 'mobile', deviceId: undefined, userAgent: '' },
      false,
    );
    const elsewhere = { ...person, headers: { authorization: `dp-token ${login.dpAuthToken}`, 'x-device-code': 'mobile' } };
    expect((await rightOf(elsewhere)).kind).toBe('none');
    expect(await mine(elsewhere)).toMatchObject([{ name: '临渠学院', active: [] }]);
    const books = await shop.call<{ items: { source: string }[] }>('/api/my/getBooks', { as: elsewhere });
    expect(JSON.stringify(books.payload)).toContain('"institution"');
  });
});

describe('the list of an institution', () => {
  const importing = (file: Buffer, change: object = {}) =>
    post<{ added: number; changed: number; removed: number; faults: { line: number; reason: string }[] }>(
      '/api/admin/institution/members/import',
      { institutionId: schools.oidc.id, file: file.toString('base64'), ...change },
      admin,
    );

  it('comes as a workbook or as CSV, all or nothing, and gives the books by phone number or by student number and name', async () => {
    granted(await licence('临渠学院', ['roster']));
    const byPhone = await shop.person('13966680401');
    const byNumber = await shop.person('13966680402');
    const head = ['学号', '手机号', '姓名', '身份', '有效期至'];
    const bad = await writeXlsx('名单', [head, ['2026001', '139', '颜回', '学生', '']], []);
    expect(granted(await importing(bad)).faults).toEqual([{ line: 2, reason: '手机号“139”有误' }]);
    expect((await rightOf(byPhone)).kind).toBe('none');
    const good = await writeXlsx(
      '名单',
      [head, ['', byPhone.tel, '颜回', '学生', ''], ['2026002', '', '端木赐', '教师', '2030-06-30']],
      [],
    );
    expect(granted(await importing(good))).toMatchObject({ added: 2, changed: 0, removed: 0 });
    expect(granted(await importing(good))).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(await rightOf(byPhone)).toMatchObject({ kind: 'institution', via: 'roster', reason: expect.stringContaining('名单') });

    const join = (as: TestPerson, studentNo: string, name: string) =>
      codeOf(post('/api/institution/join', { institutionId: schools.oidc.id, studentNo, name }, as));
    expect(await join(byNumber, '2026002', '子路')).toBe('institution.notOnList');
    expect(await join(byNumber, '2026002', '端木 赐')).toBe('success');
    expect(await rightOf(byNumber)).toMatchObject({ kind: 'institution', via: 'roster' });
    expect(await join(byPhone, '2026002', '端木赐')).toBe('institution.placeTaken');

    const csv = Buffer.from(`手机号,姓名\r\n"${byPhone.tel}","颜回"\r\n`);
    expect(granted(await importing(csv, { replace: true }))).toMatchObject({ added: 0, changed: 1, removed: 1 });
    expect((await rightOf(byNumber)).kind).toBe('none');
  });

  it('gives up guessing of student numbers', async () => {
    const guesser = await shop.person('13966680403');
    const guess = () => codeOf(post('/api/institution/join', { institutionId: schools.oidc.id, studentNo: '1', name: '某' }, guesser));
    for (let n = 0; n < LIMITS.joinTriesPerHour; n += 1) expect(await guess()).toBe('institution.notOnList');
    expect(await guess()).toBe('account.tooManyFailures');
  });

  it('is the business of its own administrators, and of nobody else’s', async () => {
    const own = await shop.person('13966680404', 'orgAdmin');
    const add = [{ role: 'orgAdmin' as const, scope: `institution:${schools.oidc.id}` }];
    await setRoles(shop.platform, own.id, { add, remove: ['orgAdmin'] }, 'commandLine');
    const list = (institutionId: string) => codeOf(shop.call(`/api/admin/institution/members?institutionId=${institutionId}`, { as: own }));
    expect(await list(schools.oidc.id)).toBe('success');
    expect(await list(schools.carsi.id)).toBe('institution.notFound');
    const seen = await shop.call<{ items: DeskInstitution[] }>('/api/admin/institution/list', { as: own });
    expect(granted(seen).items.map(({ name }) => name)).toEqual(['临渠学院']);
    expect(
      await codeOf(post('/api/admin/institution/save', { id: schools.oidc.id, name: '改名', domain: '', protocol: 'none' }, own)),
    ).toBe('forbidden');
  });
});

describe('the search for one’s institution', () => {
  const find = async (q: string): Promise<string[]> =>
    granted(await shop.call<OutputOf<typeof searchInstitutions>>(`/api/institution/search?q=${encodeURIComponent(q)}`)).items.map(
      ({ name }) => name,
    );
  it.each([
    ['英台', ['英台大学']],
    ['yingtai', ['英台大学']],
    ['ytdx', ['英台大学']],
    ['LQXY', ['临渠学院']],
    ['linqu.edu', ['临渠学院']],
    ['没有这所', []],
  ])('finds by %s', async (q, names) => expect(await find(q)).toEqual(names));

  it('shows those one can sign in through only', async () => {
    await save({ name: '不登录的大学', domain: '', protocol: 'none' });
    expect(await find('')).toEqual(['临渠学院', '演示大学', '英台大学'].toSorted((a, b) => (a < b ? -1 : 1)));
  });
});

it('no secret of an institution leaves the server, nor its answers the log', async () => {
  const listed = await shop.request({ method: 'GET', url: '/api/admin/institution/list', headers: { host: APP_HOST, ...admin.headers } });
  expect(listed.body).not.toContain(oidc.clientSecret);
  const audit = await shop.platform.db.pool.query(`select after::text from audit_act where act = 'institution.save'`);
  expect(JSON.stringify(audit.rows)).not.toContain(oidc.clientSecret);
  const { rows } = await shop.platform.db.pool.query(`select encode(sealed_client_secret, 'escape') as kept from institution_sign_in`);
  expect(JSON.stringify(rows)).not.toContain(oidc.clientSecret);
  expect(shop.log()).not.toContain('SAMLResponse');
  expect(shop.log()).not.toContain(oidc.clientSecret);
});
