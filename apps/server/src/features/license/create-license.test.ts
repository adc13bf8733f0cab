/** Tests of creating licenses: what they open, and overlapping networks. On a complete server. */
import type { AccessRight, getBookInfo, OutputOf } from '@shufang/contract';
import { expect, it } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { DAY_MS, withLicenseServer } from './testing/license-server.ts';

testAccess('createLicense', ['finance', 'admin'], 'filtered');
testIdempotency('createLicense', async ({ aUser, licenseTerms }) => ({ as: await aUser('finance'), body: licenseTerms() }));

const { shop, finance, bookId, post, create } = withLicenseServer();

it('a license opens books to its networks, IPv4 and IPv6, for signed-in and anonymous users, and names the institution', async () => {
  const created = granted(await create({})).license;
  expect(created).toMatchObject({ scope: 'all', networks: ['198.51.100.0/24', '2001:db8:1::/48'] });
  const kindAt = async (remoteAddress: string): Promise<AccessRight> => {
    const response = await shop().server.inject({
      url: `/api/book/info?bookId=${bookId()}`,
      headers: { host: 'localhost:8080' },
      remoteAddress,
    });
    return response.json<{ payload: OutputOf<typeof getBookInfo> }>().payload.right;
  };
  for (const inside of ['198.51.100.0', '198.51.100.255', '::ffff:198.51.100.7', '2001:db8:1:ffff::1'])
    expect(await kindAt(inside), inside).toMatchObject({ kind: 'institution', reason: expect.stringMatching(/^由甲大学提供/) as string });
  for (const outside of ['198.51.101.0', '198.51.99.255', '2001:db8:2::1', '127.0.0.1'])
    expect((await kindAt(outside)).kind, outside).toBe('trial');
  granted(await post(finance(), 'admin/license/status', { licenseId: created.id, status: 'suspended' }));
  expect((await kindAt('198.51.100.7')).kind).toBe('trial');
  granted(await post(finance(), 'admin/license/status', { licenseId: created.id, status: 'active' }));
  expect((await kindAt('198.51.100.7')).kind).toBe('institution');
});

it('a license with networks of another institution in the same period is refused, adjacent or later ones are not', async () => {
  const other = (networks: string[], change: object = {}) => create({ institution: '乙学院', networks, ...change });
  expect(await other(['198.51.100.128/25'])).toMatchObject({
    code: 'license.overlap',
    message: '网段 198.51.100.128/25 与“甲大学”的授权重叠',
  });
  expect((await other(['198.0.0.0/8'])).code).toBe('license.overlap');
  expect((await other(['2001:db8:1:5::/64'])).code).toBe('license.overlap');
  expect((await other(['198.51.100.0/33'])).code).toBe('request.invalid');
  expect((await other(['198.51.101.7/24'])).payload?.license.networks).toEqual(['198.51.101.0/24']);
  const later = { startsAt: shop().platform.clock.now() + 31 * DAY_MS, endsAt: shop().platform.clock.now() + 60 * DAY_MS };
  expect((await other(['198.51.100.0/24'], later)).code).toBe('success');
  const raced = await Promise.all(['丙', '丁'].map((institution) => create({ institution, networks: ['203.0.113.0/24'] })));
  expect(raced.map(({ code }) => code).toSorted()).toEqual(['license.overlap', 'success']);
});
