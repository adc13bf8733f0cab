/** Tests of the list of licenses in the admin area, on a complete server. */
import type { listLicenses, OutputOf } from '@shufang/contract';
import { expect, it } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { DAY_MS, withLicenseServer } from './testing/license-server.ts';

testAccess('listLicenses', ['editor', 'finance', 'orgAdmin', 'admin'], 'filtered');

const { shop, finance, bookId, post, create } = withLicenseServer();

it('licenses are found by state, institution and contract; expiring ones are sorted by their end', async () => {
  const now = shop().platform.clock.now();
  const createEnding = async (networks: string, startsIn: number, endsIn: number) =>
    granted(
      await create({
        institution: `测绘${networks}学院`,
        contractNo: `HT-${networks}`,
        networks: [`10.9.${networks}.0/24`],
        bookIds: [bookId()],
        startsAt: now + startsIn * DAY_MS,
        endsAt: now + endsIn * DAY_MS,
      }),
    ).license.id;
  const [far, soon, sooner] = [await createEnding('1', -1, 300), await createEnding('2', -1, 29), await createEnding('3', -1, 3)];
  const [future, past, stopped] = [await createEnding('4', 5, 300), await createEnding('5', -9, -1), await createEnding('6', -1, 300)];
  granted(await post(finance(), 'admin/license/status', { licenseId: stopped, status: 'suspended', reason: '欠费' }));
  const list = async (query: string) =>
    granted(
      await shop().call<OutputOf<typeof listLicenses>>(`/api/admin/license/list?q=${encodeURIComponent('测绘')}&${query}`, {
        as: finance(),
      }),
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
  expect(first.items[0]).toMatchObject({ state: 'expiring', titles: [expect.any(String)], bookIds: [bookId()] });
  const byContract = await shop().call<OutputOf<typeof listLicenses>>('/api/admin/license/list?q=HT-4', { as: finance() });
  expect(byContract.payload?.items.map(({ id }) => id)).toEqual([future]);
  const { rows } = await shop().platform.db.pool.query<{ reason: string }>(
    `select reason from audit_event where action = 'license.suspend' and target_id = $1`,
    [stopped],
  );
  expect(rows).toEqual([{ reason: '欠费' }]);
  expect((await create({ institution: '戊', networks: ['10.10.0.0/24'], bookIds: ['0'.repeat(26)] })).code).toBe('catalog.bookNotFound');
  expect((await shop().call('/api/admin/license/list?cursor=x', { as: finance() })).code).toBe('request.invalid');
});
