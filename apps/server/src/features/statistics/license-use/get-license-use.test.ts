/** Tests the use of licenses over HTTP: what is recorded when members of an institution read, what is hidden, and who sees it. */
import type { getLicenseUse, OutputOf, openBook } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { addMonths } from '../../license/months.ts';
import { type LicenseUseScenario, openLicenseUseScenario } from '../testing/license-use-scenario.ts';

testAccess('getLicenseUse', ['orgAdmin', 'admin'], 'institutionId:institution');

let fixture: LicenseUseScenario;
beforeAll(async () => {
  fixture = await openLicenseUseScenario();
}, 120_000);
afterAll(() => fixture?.shop.close());

const call = (institutionId = fixture.institutionId, as = fixture.orgAdmin) =>
  fixture.shop.call<OutputOf<typeof getLicenseUse>>(`/api/admin/license/use?institutionId=${institutionId}`, { as });
const lastMonth = async () => granted(await call()).months.at(-1);

test('an administrator of an institution sees its licenses and no other institution', async () => {
  const { institution, licenses, months, isSimulated } = granted(await call());
  expect({ institution, isSimulated }).toEqual({ institution: '临渠学院', isSimulated: false });
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toEqual({ month: fixture.last });
  expect(
    licenses.map(({ contractNo, titles, books, seats, seatsTaken, state }) => [contractNo, titles, books, seats, seatsTaken, state]),
  ).toEqual(
    expect.arrayContaining([
      ['合同 1', ['论语选读'], 1, 50, 0, 'active'],
      ['合同 2', ['孟子选读'], 1, 50, 0, 'active'],
    ]),
  );
  expect((await call('0'.repeat(26))).code).toBe('institution.notFound');
  expect((await call(fixture.institutionId, await fixture.aMember())).code).toBe('forbidden');
});

test('numbers about fewer than five readers are hidden, and a license whose numbers would disclose another is hidden too', async () => {
  const [first, second] = fixture.bookIds;
  await fixture.use(first, fixture.last, 4);
  expect(await lastMonth()).toEqual({ month: fixture.last });
  await fixture.use(first, fixture.last, 8, 4);
  expect(await lastMonth()).toEqual({ month: fixture.last, readers: 10, hours: 12, titleRequests: 24, itemRequests: 36 });
  const shownOf = async () =>
    granted(await call()).licenses.map(({ contractNo, readers, months }) => [contractNo, readers, months.at(-1)?.readers]);
  expect(await shownOf()).toEqual(expect.arrayContaining([['合同 1', 10, 10]]));
  await fixture.use(second, fixture.last, 2, 12);
  const hidden = granted(await call());
  expect(hidden.months.at(-1)).toMatchObject({ readers: 10, titleRequests: 28 });
  expect(hidden.licenses.map(({ months }) => months.at(-1))).toEqual([{ month: fixture.last }, { month: fixture.last }]);
  await fixture.use(second, addMonths(fixture.last, -1), 6);
  expect(granted(await call()).months.at(-2)).toMatchObject({ readers: 5 });
});

test('a reader who has switched the recording off reads without hours', async () => {
  await fixture.shop.platform.db.pool.query(
    `insert into time_recording select distinct user_id, false, 0 from license_use where book_id = $1 and month = $2 order by 1 limit 6`,
    [fixture.bookIds[0], fixture.last],
  );
  expect(await lastMonth()).toMatchObject({ readers: 10, hours: 8 });
});

test('opening a book through an institution and reading its chapters is counted by the rules of COUNTER', async () => {
  const { shop, bookIds } = fixture;
  const [bookId] = bookIds;
  const member = await fixture.aMember();
  const open = async (more = '') =>
    granted(await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}${more}`, { as: member }));
  const counted = async () =>
    (
      await shop.platform.db.pool.query<{ items: number; titles: number }>(
        'select item_requests as items, title_requests as titles from license_use where user_id = $1',
        [member.id],
      )
    ).rows;
  const { version, right, readingOrder } = await open();
  expect(right.kind).toBe('institution');
  await open();
  expect(await counted()).toEqual([{ items: 1, titles: 1 }]);
  await open('&goOn=acting');
  expect(await counted()).toEqual([{ items: 1, titles: 1 }]);
  const day = new Date(shop.platform.clock.now()).toISOString().slice(0, 10);
  const hrefs = readingOrder.items.map(({ href }) => href);
  const report = (seconds: number) =>
    shop.call('/api/stat/blocks', {
      as: member,
      body: {
        deviceId: 'device0001',
        documents: hrefs.map((href) => ({ bookId, versionId: version.id, href, day, seconds, blocks: {} })),
      },
    });
  granted(await report(9));
  expect(await counted()).toEqual([{ items: 1, titles: 1 }]);
  granted(await report(60));
  granted(await report(90));
  expect(await counted()).toEqual([{ items: hrefs.length, titles: 1 }]);
  shop.platform.advanceClock?.(31_000);
  await open();
  shop.platform.advanceClock?.(3_600_000);
  await open();
  expect(await counted()).toEqual([{ items: hrefs.length + 2, titles: 2 }]);
});

test('reading a book by an own right is not counted for the institution', async () => {
  const member = await fixture.aMember();
  const { shop, bookIds } = fixture;
  await shop.platform.db.pool.query(
    `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, status, created_at)
     values ('own', $1, $2, 'gift', 'gift', 0, 'active', 0)`,
    [member.id, bookIds[0]],
  );
  granted(await shop.call(`/api/learn/open?bookId=${bookIds[0]}`, { as: member }));
  expect((await shop.platform.db.pool.query('select 1 from license_use where user_id = $1', [member.id])).rows).toEqual([]);
});
