/** Tests of seats and concurrent readers of licenses, on a complete server. */
import type { Envelope, InstitutionLicense, listLicenses, OutputOf, openBook } from '@shufang/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { LICENSE_LIMITS } from './limits.ts';
import { DAY_MS, withLicenseServer } from './testing/license-server.ts';

testAccess('setLicenseSeats', ['finance', 'admin'], 'licenseId:license');

testIdempotency('setLicenseSeats', async ({ aUser, aLicense }) => {
  const as = await aUser('finance');
  return { as, body: { licenseId: await aLicense(as), seats: 20 } };
});

const { shop, finance, bookId, post } = withLicenseServer();

describe('a license with limited seats', () => {
  const pass = (ms: number): void => shop().platform.advanceClock?.(ms);
  /** Makes the last use of all seats earlier. The clock is not advanced instead, because that would end the sessions. */
  const age = (ms: number) => shop().platform.db.pool.query('update license_seat set last_at = last_at - $1::bigint', [ms]);
  const NETWORK = '192.0.2.';
  let tels = 0;
  const aReader = () => shop().user(`139666702${String(tels++).padStart(2, '0')}`);
  const at = async <T>(as: TestUser | undefined, url: string, body?: object): Promise<Envelope<T>> => {
    const response = await shop().server.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: { host: 'localhost:8080', ...as?.headers },
      remoteAddress: `${NETWORK}7`,
      ...(body === undefined ? {} : { payload: body }),
    });
    return response.json<Envelope<T>>();
  };
  const open = (as: TestUser | undefined, id = bookId(), goOn = '') =>
    at<OutputOf<typeof openBook>>(as, `/api/learn/open?bookId=${id}${goOn === '' ? '' : `&goOn=${goOn}`}`);
  const beat = (as: TestUser, seconds: number) =>
    at(as, '/api/stat/beat', {
      deviceId: 'abcdef0123',
      days: [{ bookId: bookId(), day: new Date(shop().platform.clock.now()).toISOString().slice(0, 10), seconds }],
    });
  const kinds = (responses: readonly Envelope<OutputOf<typeof openBook>>[]) =>
    responses.map(({ payload }) => payload?.right.kind).toSorted();
  const listed = async (id: string) =>
    granted(await shop().call<OutputOf<typeof listLicenses>>('/api/admin/license/list', { as: finance() })).items.find(
      (license) => license.id === id,
    );
  let licenseId: string;
  const limit = async (limits: { seats?: number; concurrent?: number }) => {
    await shop().platform.db.pool.query('delete from license_seat');
    await shop().platform.db.pool.query('delete from license_reader');
    granted(await post(finance(), 'admin/license/seats', { licenseId: licenseId, ...limits, reason: '补充协议' }));
  };

  beforeAll(async () => {
    const now = shop().platform.clock.now();
    const input = {
      institution: '丙大学',
      networks: [`${NETWORK}0/24`],
      startsAt: now - 1,
      endsAt: now + 400 * DAY_MS,
      draft: true,
      concurrent: 2,
    };
    licenseId = granted(await post<{ license: InstitutionLicense }>(finance(), 'admin/license/create', input)).license.id;
  });

  it('opens nothing as a draft, and books once it is in force', async () => {
    const reader = await aReader();
    expect(await listed(licenseId)).toMatchObject({ state: 'draft', concurrent: 2, reading: 0 });
    expect((await open(reader)).payload?.right.kind).toBe('trial');
    granted(await post(finance(), 'admin/license/status', { licenseId: licenseId, status: 'active' }));
    expect((await open(reader)).payload?.right.kind).toBe('institution');
    expect(await listed(licenseId)).toMatchObject({ state: 'active', reading: 1 });
    const editor = await shop().user('13966670003', 'editor');
    expect((await shop().call('/api/admin/license/list', { as: editor })).code).toBe('success');
    expect((await shop().call('/api/admin/license/seats', { as: editor, body: { licenseId: licenseId } })).code).toBe('forbidden');
    const { rows } = await shop().platform.db.pool.query(`select action from audit_event where target_id = $1 order by id`, [licenseId]);
    expect(rows).toEqual([{ action: 'license.create' }, { action: 'license.activate' }]);
  });

  it('gives the last slot to one of several concurrent readers', async () => {
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
    expect(await listed(licenseId)).toMatchObject({ seats: 2, seatsTaken: 2 });
  });

  it('requires a signed-in reader', async () => {
    await limit({ concurrent: 1 });
    expect((await open(undefined)).payload?.right).toMatchObject({
      kind: 'trial',
      reason: '丙大学已购买本书，按人数使用，登录后可以阅读；可先试读前 1 章',
    });
  });

  it('retains a slot while its reader reads, frees it after idle minutes, and assigns it again when the reader turns a page', async () => {
    await limit({ concurrent: 1 });
    const [first, second] = [await aReader(), await aReader()];
    const { clock } = shop().platform;
    const { content } = granted(await open(first));
    expect(content.expiresAt - clock.now()).toBeLessThanOrEqual(LICENSE_LIMITS.licenseSlotIdleMs);
    for (let minutes = 0; minutes < 3; minutes++) {
      pass(LICENSE_LIMITS.licenseSlotIdleMs - 60_000);
      await beat(first, 60 * (minutes + 1));
      expect((await open(second)).payload?.right.kind).toBe('trial');
      expect((await open(first, bookId(), 'idle')).payload?.right.kind).toBe('institution');
    }
    pass(LICENSE_LIMITS.licenseSlotIdleMs);
    expect(await open(first, bookId(), 'idle')).toMatchObject({
      code: 'license.noSeat',
      message: '您有一段时间没有阅读，阅读名额已让出；翻页即可继续',
    });
    await beat(first, 600);
    expect((await open(second)).payload?.right.kind).toBe('institution');
    expect(await open(first, bookId(), 'acting')).toMatchObject({
      code: 'license.noSeat',
      message: expect.stringMatching(/^本校同时阅读人数已满（1 人）/) as string,
    });
    pass(LICENSE_LIMITS.licenseSlotIdleMs);
    expect((await open(first, bookId(), 'acting')).payload?.right.kind).toBe('institution');
  });

  it('frees a seat that was not used for thirty days', async () => {
    await limit({ seats: 1 });
    const [first, second] = [await aReader(), await aReader()];
    expect((await open(first)).payload?.right.kind).toBe('institution');
    await age(LICENSE_LIMITS.licenseSeatIdleMs - DAY_MS);
    expect((await open(second)).payload?.right.reason).toBe('本校的 1 个阅读名额已满，30 天没有使用的名额会让出来；可先试读前 1 章');
    expect((await open(first)).payload?.right.kind).toBe('institution');
    await age(LICENSE_LIMITS.licenseSeatIdleMs);
    expect((await open(second)).payload?.right.kind).toBe('institution');
    expect((await open(first)).payload?.right.full).toBe(true);
  });

  it('does not interrupt readers when the limit is lowered', async () => {
    await limit({ concurrent: 2 });
    const [first, second, third] = [await aReader(), await aReader(), await aReader()];
    expect(kinds([await open(first), await open(second)])).toEqual(['institution', 'institution']);
    granted(await post(finance(), 'admin/license/seats', { licenseId: licenseId, concurrent: 1 }));
    expect(kinds([await open(first), await open(second), await open(third)])).toEqual(['institution', 'institution', 'trial']);
    granted(await post(finance(), 'admin/license/seats', { licenseId: licenseId }));
    expect((await open(third)).payload?.right.kind).toBe('institution');
    expect((await listed(licenseId))?.concurrent).toBeUndefined();
  });
});
