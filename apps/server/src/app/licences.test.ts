/** Licences of institutions: what they open, to whom, and how the desk finds them. Over HTTP, on a real database. */
import type { AccessRight, getBookInfo, InstitutionLicence, listLicences, OutputOf } from '@shufang/contract';
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
