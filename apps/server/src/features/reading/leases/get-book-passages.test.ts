/** Tests of `getBookPassages`: a device finds in its copy what the server finds, and only a device with a lease gets the text. */
import { type getBookPassages, newId, type OutputOf, type searchInBook } from '@shufang/contract';
import { findInPassage } from '@shufang/contract/find-in-passage';
import { locatorOfHit } from '@shufang/contract/hit-locator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { type TestUser } from '../../../testing/test-server.ts';
import { READING_LIMITS } from '../limits.ts';
import { type LeaseScenario, openLeaseScenario } from './testing/lease-scenario.ts';

testAccess('getBookPassages', 'every user');

let scenario: LeaseScenario;
beforeAll(async () => {
  scenario = await openLeaseScenario();
});
afterAll(() => scenario?.close());
const ask = (deviceId: string, as: TestUser, bookId: string, versionId: string) =>
  scenario.callOn<OutputOf<typeof getBookPassages>>(deviceId, as, `/api/offline/passages?bookId=${bookId}&versionId=${versionId}`);

test.each(['第三章', '正文', '章的正', '不存在'])('a search for %s finds the same hits as on the server', async (q) => {
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease } = await scenario.lease('devicea', as, bookId);
  const { passages } = granted(await ask('devicea', as, bookId, lease.versionId));
  const found = passages.flatMap((passage) => findInPassage(passage, q).map((range) => locatorOfHit(passage, range, undefined)));
  const online = granted(
    await scenario.callOn<OutputOf<typeof searchInBook>>(
      'devicea',
      as,
      `/api/search/inBook?bookId=${bookId}&q=${encodeURIComponent(q)}&limit=100`,
    ),
  );
  expect(found).toHaveLength(online.total);
  expect(found.slice(0, 100).map(({ locations: { block }, ...rest }) => ({ ...rest, block }))).toEqual(
    online.hits.map(({ locations: { block }, ...rest }) => ({ ...rest, block })),
  );
});

test('is refused without a lease, on another device, for another book, after the right has ended, and above the limit of an hour', async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease } = await scenario.lease('devicea', as, bookId);
  const other = await scenario.aReader();
  await scenario.grant(other, bookId);
  expect((await ask('devicea', other, bookId, lease.versionId)).code).toBe('entitlement.notEntitled');
  expect((await ask('deviceb', as, bookId, lease.versionId)).code).toBe('entitlement.notEntitled');
  expect((await ask('devicea', as, newId(), lease.versionId)).code).toBe('catalog.bookNotFound');
  const codes: string[] = [];
  for (let n = 0; n <= READING_LIMITS.textsPerHour; n += 1) codes.push((await ask('devicea', as, bookId, lease.versionId)).code);
  expect(codes.filter((code) => code !== 'success')).toEqual(['request.tooMany']);
  await scenario.shop.platform.db.pool.query("update entitlement set status = 'revoked' where user_id = $1", [as.id]);
  expect((await ask('devicea', as, bookId, lease.versionId)).code).toBe('entitlement.notEntitled');
});
