/** Licences of institutions: what they open, to whom, and how the desk finds them. Over HTTP, on a real database. */
import {
  type AccessRight,
  type Envelope,
  type getBookInfo,
  type InstitutionLicence,
  LIMITS,
  type listLicences,
  type OutputOf,
  type openBook,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { granted } from './testing/file-scene.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

const DAY_MS = 86_400_000;
let shop: TestServer;
let finance: TestPerson;
let bookId: string;

beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  finance = await shop.person('13966670001', 'finance');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
});
afterAll(() => shop?.close());

const post = <T = unknown>(as: TestPerson, url: string, body: object) => shop.call<T>(`/api/${url}`, { as, body });

describe('a licence', () => {
  const licence = (change: object) =>
    post<{ licence: InstitutionLicence }>(finance, 'admin/licence/create', {
      institution: '甲大学',
      networks: ['198.51.100.0/24', '2001:db8:1::/48'],
      startsAt: shop.platform.clock.now() - 1,
      endsAt: shop.platform.clock.now() + 30 * DAY_MS,
      ...change,
    });

  it('opens books to its networks, IPv4 and IPv6, signed in or not, and says by whom', async () => {
    const made = granted(await licence({})).licence;
    expect(made).toMatchObject({ scope: 'all', networks: ['198.51.100.0/24', '2001:db8:1::/48'] });
    const kindAt = async (remoteAddress: string): Promise<AccessRight> => {
      const answer = await shop.server.inject({
        url: `/api/book/info?bookId=${bookId}`,
        headers: { host: 'localhost:8080' },
        remoteAddress,
      });
      return answer.json<{ payload: OutputOf<typeof getBookInfo> }>().payload.right;
    };
    for (const inside of ['198.51.100.0', '198.51.100.255', '::ffff:198.51.100.7', '2001:db8:1:ffff::1'])
      expect(await kindAt(inside), inside).toMatchObject({ kind: 'institution', reason: expect.stringMatching(/^由甲大学提供/) as string });
    for (const outside of ['198.51.101.0', '198.51.99.255', '2001:db8:2::1', '127.0.0.1'])
      expect((await kindAt(outside)).kind, outside).toBe('trial');
    granted(await post(finance, 'admin/licence/status', { licenceId: made.id, status: 'suspended' }));
    expect((await kindAt('198.51.100.7')).kind).toBe('trial');
    granted(await post(finance, 'admin/licence/status', { licenceId: made.id, status: 'active' }));
    expect((await kindAt('198.51.100.7')).kind).toBe('institution');
  });

  it('is found by how it stands, its institution and its contract; the next to end comes first among the expiring', async () => {
    const now = shop.platform.clock.now();
    const made = async (networks: string, startsIn: number, endsIn: number) =>
      granted(
        await licence({
          institution: `测绘${networks}学院`,
          contractNo: `HT-${networks}`,
          networks: [`10.9.${networks}.0/24`],
          bookIds: [bookId],
          startsAt: now + startsIn * DAY_MS,
          endsAt: now + endsIn * DAY_MS,
        }),
      ).licence.id;
    const [far, soon, sooner] = [await made('1', -1, 300), await made('2', -1, 29), await made('3', -1, 3)];
    const [future, past, stopped] = [await made('4', 5, 300), await made('5', -9, -1), await made('6', -1, 300)];
    granted(await post(finance, 'admin/licence/status', { licenceId: stopped, status: 'suspended', reason: '欠费' }));
    const list = async (query: string) =>
      granted(
        await shop.call<OutputOf<typeof listLicences>>(`/api/admin/licence/list?q=${encodeURIComponent('测绘')}&${query}`, { as: finance }),
      );
    const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);
    expect(await idsOf('state=expiring')).toEqual([sooner, soon]);
    expect(await Promise.all(['active', 'upcoming', 'expired', 'suspended'].map((state) => idsOf(`state=${state}`)))).toEqual([
      [far],
      [future],
      [past],
      [stopped],
    ]);
    const first = await list('state=expiring&limit=1');
    expect(await idsOf(`state=expiring&limit=1&cursor=${first.next}`)).toEqual([soon]);
    expect((await list('')).items).toHaveLength(6);
    expect(first.counts).toMatchObject({ expired: 1, upcoming: 1 });
    expect(first.items[0]).toMatchObject({ state: 'expiring', titles: [expect.any(String)], bookIds: [bookId] });
    const byContract = await shop.call<OutputOf<typeof listLicences>>('/api/admin/licence/list?q=HT-4', { as: finance });
    expect(byContract.payload?.items.map(({ id }) => id)).toEqual([future]);
    const { rows } = await shop.platform.db.pool.query<{ reason: string }>(
      `select reason from audit_act where act = 'licence.suspend' and target_id = $1`,
      [stopped],
    );
    expect(rows).toEqual([{ reason: '欠费' }]);
    expect((await licence({ institution: '戊', networks: ['10.10.0.0/24'], bookIds: ['0'.repeat(26)] })).code).toBe('catalog.bookNotFound');
    expect((await shop.call('/api/admin/licence/list?cursor=x', { as: finance })).code).toBe('request.invalid');
  });

  it('of another institution on the same addresses in the same time is refused, next to them or later not', async () => {
    const other = (networks: string[], change: object = {}) => licence({ institution: '乙学院', networks, ...change });
    expect(await other(['198.51.100.128/25'])).toMatchObject({
      code: 'commerce.licenceOverlap',
      message: '网段 198.51.100.128/25 与“甲大学”的授权重叠',
    });
    expect((await other(['198.0.0.0/8'])).code).toBe('commerce.licenceOverlap');
    expect((await other(['2001:db8:1:5::/64'])).code).toBe('commerce.licenceOverlap');
    expect((await other(['198.51.100.0/33'])).code).toBe('request.invalid');
    expect((await other(['198.51.101.7/24'])).payload?.licence.networks).toEqual(['198.51.101.0/24']);
    const later = { startsAt: shop.platform.clock.now() + 31 * DAY_MS, endsAt: shop.platform.clock.now() + 60 * DAY_MS };
    expect((await other(['198.51.100.0/24'], later)).code).toBe('success');
    const raced = await Promise.all(['丙', '丁'].map((institution) => licence({ institution, networks: ['203.0.113.0/24'] })));
    expect(raced.map(({ code }) => code).toSorted()).toEqual(['commerce.licenceOverlap', 'success']);
  });
});

describe('a licence for a number of people', () => {
  const pass = (ms: number): void => shop.platform.advanceClock?.(ms);
  /** Seats were last used so much earlier: sessions would not outlive it. */
  const age = (ms: number) => shop.platform.db.pool.query('update licence_seat set last_at = last_at - $1::bigint', [ms]);
  const NETWORK = '192.0.2.';
  let tels = 0;
  const aReader = () => shop.person(`139666702${String(tels++).padStart(2, '0')}`);
  const at = async <T>(as: TestPerson | undefined, url: string, body?: object): Promise<Envelope<T>> => {
    const answer = await shop.server.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: { host: 'localhost:8080', ...as?.headers },
      remoteAddress: `${NETWORK}7`,
      ...(body === undefined ? {} : { payload: body }),
    });
    return answer.json<Envelope<T>>();
  };
  const open = (as: TestPerson | undefined, id = bookId, goOn = '') =>
    at<OutputOf<typeof openBook>>(as, `/api/learn/open?bookId=${id}${goOn === '' ? '' : `&goOn=${goOn}`}`);
  const beat = (as: TestPerson, seconds: number) =>
    at(as, '/api/stat/beat', {
      deviceId: 'abcdef0123',
      days: [{ bookId, day: new Date(shop.platform.clock.now()).toISOString().slice(0, 10), seconds }],
    });
  const kinds = (answers: readonly Envelope<OutputOf<typeof openBook>>[]) => answers.map(({ payload }) => payload?.right.kind).toSorted();
  const listed = async (id: string) =>
    granted(await shop.call<OutputOf<typeof listLicences>>('/api/admin/licence/list', { as: finance })).items.find(
      (licence) => licence.id === id,
    );
  let licenceId: string;
  const limit = async (places: { seats?: number; concurrent?: number }) => {
    await shop.platform.db.pool.query('delete from licence_seat');
    await shop.platform.db.pool.query('delete from licence_reader');
    granted(await post(finance, 'admin/licence/places', { licenceId, ...places, reason: '补充协议' }));
  };

  beforeAll(async () => {
    const now = shop.platform.clock.now();
    const wish = {
      institution: '丙大学',
      networks: [`${NETWORK}0/24`],
      startsAt: now - 1,
      endsAt: now + 400 * DAY_MS,
      draft: true,
      concurrent: 2,
    };
    licenceId = granted(await post<{ licence: InstitutionLicence }>(finance, 'admin/licence/create', wish)).licence.id;
  });

  it('opens nothing as a draft, and does once it is in force', async () => {
    const reader = await aReader();
    expect(await listed(licenceId)).toMatchObject({ state: 'draft', concurrent: 2, reading: 0 });
    expect((await open(reader)).payload?.right.kind).toBe('trial');
    granted(await post(finance, 'admin/licence/status', { licenceId, status: 'active' }));
    expect((await open(reader)).payload?.right.kind).toBe('institution');
    expect(await listed(licenceId)).toMatchObject({ state: 'active', reading: 1 });
    const editor = await shop.person('13966670003', 'editor');
    expect((await shop.call('/api/admin/licence/list', { as: editor })).code).toBe('success');
    expect((await shop.call('/api/admin/licence/places', { as: editor, body: { licenceId } })).code).toBe('forbidden');
    const { rows } = await shop.platform.db.pool.query(`select act from audit_act where target_id = $1 order by id`, [licenceId]);
    expect(rows).toEqual([{ act: 'licence.create' }, { act: 'licence.activate' }]);
  });

  it('gives the last place to one of those who want it at once', async () => {
    await limit({ concurrent: 3 });
    const readers = await Promise.all(Array.from({ length: 9 }, aReader));
    const opened = await Promise.all(readers.map((reader) => open(reader)));
    expect(kinds(opened).filter((kind) => kind === 'institution')).toHaveLength(3);
    expect(opened.find(({ payload }) => payload?.right.kind === 'trial')?.payload?.right).toMatchObject({
      reason: '本校同时阅读人数已满（3 人），请稍后再试；可先试读前 1 章',
      full: true,
    });
    await limit({ seats: 2 });
    expect(kinds(await Promise.all(readers.map((reader) => open(reader)))).filter((kind) => kind === 'institution')).toHaveLength(2);
    expect(await listed(licenceId)).toMatchObject({ seats: 2, seatsTaken: 2 });
  });

  it('needs to know who reads', async () => {
    await limit({ concurrent: 1 });
    expect((await open(undefined)).payload?.right).toMatchObject({
      kind: 'trial',
      reason: '丙大学已购买本书，按人数使用，登录后可以阅读；可先试读前 1 章',
    });
  });

  it('keeps a place while one reads, gives it up after minutes without, and takes it again when the reader acts', async () => {
    await limit({ concurrent: 1 });
    const [first, second] = [await aReader(), await aReader()];
    const { clock } = shop.platform;
    const { content } = granted(await open(first));
    expect(content.expiresAt - clock.now()).toBeLessThanOrEqual(LIMITS.licencePlaceMs);
    for (let minutes = 0; minutes < 3; minutes++) {
      pass(LIMITS.licencePlaceMs - 60_000);
      await beat(first, 60 * (minutes + 1));
      expect((await open(second)).payload?.right.kind).toBe('trial');
      expect((await open(first, bookId, 'idle')).payload?.right.kind).toBe('institution');
    }
    pass(LIMITS.licencePlaceMs);
    expect(await open(first, bookId, 'idle')).toMatchObject({
      code: 'commerce.noPlace',
      message: '您有一段时间没有阅读，阅读名额已让出；翻页即可继续',
    });
    await beat(first, 600);
    expect((await open(second)).payload?.right.kind).toBe('institution');
    expect(await open(first, bookId, 'acting')).toMatchObject({
      code: 'commerce.noPlace',
      message: expect.stringMatching(/^本校同时阅读人数已满（1 人）/) as string,
    });
    pass(LIMITS.licencePlaceMs);
    expect((await open(first, bookId, 'acting')).payload?.right.kind).toBe('institution');
  });

  it('gives a seat to the next once it was not used for thirty days', async () => {
    await limit({ seats: 1 });
    const [first, second] = [await aReader(), await aReader()];
    expect((await open(first)).payload?.right.kind).toBe('institution');
    await age(LIMITS.licenceSeatIdleMs - DAY_MS);
    expect((await open(second)).payload?.right.reason).toBe('本校的 1 个阅读名额已满，30 天没有使用的名额会让出来；可先试读前 1 章');
    expect((await open(first)).payload?.right.kind).toBe('institution');
    await age(LIMITS.licenceSeatIdleMs);
    expect((await open(second)).payload?.right.kind).toBe('institution');
    expect((await open(first)).payload?.right.full).toBe(true);
  });

  it('lets those read on who read already when the limit is lowered', async () => {
    await limit({ concurrent: 2 });
    const [first, second, third] = [await aReader(), await aReader(), await aReader()];
    expect(kinds([await open(first), await open(second)])).toEqual(['institution', 'institution']);
    granted(await post(finance, 'admin/licence/places', { licenceId, concurrent: 1 }));
    expect(kinds([await open(first), await open(second), await open(third)])).toEqual(['institution', 'institution', 'trial']);
    granted(await post(finance, 'admin/licence/places', { licenceId }));
    expect((await open(third)).payload?.right.kind).toBe('institution');
    expect((await listed(licenceId))?.concurrent).toBeUndefined();
  });
});
