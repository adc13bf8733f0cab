/** Tests the COUNTER report over HTTP: its numbers, what it merges or leaves out, and its period. */
import { type CounterReport, counterTotal, type getCounterReport, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { addMonths } from '../../license/months.ts';
import { type LicenseUseScenario, openLicenseUseScenario } from '../testing/license-use-scenario.ts';

testAccess('getCounterReport', ['orgAdmin', 'admin'], 'institutionId:institution');

let fixture: LicenseUseScenario;
beforeAll(async () => {
  fixture = await openLicenseUseScenario();
}, 120_000);
afterAll(() => fixture?.shop.close());

const get = async (query = '') =>
  granted(
    await fixture.shop.call<OutputOf<typeof getCounterReport>>(
      `/api/admin/license/counter?institutionId=${fixture.institutionId}${query}`,
      { as: fixture.orgAdmin },
    ),
  );
const itemsOf = ({ Report_Items: items }: CounterReport) =>
  items.map((item) => [item.Title, counterTotal(item, 'Total_Item_Requests'), counterTotal(item, 'Unique_Title_Requests')]);

test('an institution without use gets an empty report with its header', async () => {
  const { report, last } = await get();
  expect(last).toBe(fixture.last);
  expect(report.Report_Items).toEqual([]);
  expect(report.Report_Header).toMatchObject({
    Report_ID: 'TR_B1',
    Release: '5.1',
    Institution_Name: '临渠学院',
    Institution_ID: { Proprietary: [`shufang:${fixture.institutionId}`] },
    Report_Filters: { Begin_Date: `${addMonths(last, -11)}-01`, Metric_Type: ['Total_Item_Requests', 'Unique_Title_Requests'] },
    Exceptions: [{ Code: 3030 }],
  });
});

test('books with five readers in a month are named, and what fewer did is merged or left out', async () => {
  const [first, second] = fixture.bookIds;
  const [last, before] = [fixture.last, addMonths(fixture.last, -1)];
  await fixture.use(first, before, 6);
  await fixture.use(first, last, 6);
  expect(itemsOf((await get()).report)).toEqual([['论语选读', 36, 24]]);
  expect((await get()).report.Report_Header.Exceptions).toEqual([]);
  // Two readers of the second book would follow from the total of the month, so that both books are merged.
  await fixture.use(second, last, 2, 6);
  const merged = (await get()).report;
  expect(itemsOf(merged)).toEqual([
    ['论语选读', 18, 12],
    ['不足 5 人的其他图书', 24, 16],
  ]);
  expect(merged.Report_Header.Exceptions).toMatchObject([{ Code: 3040 }]);
  await fixture.use(second, addMonths(last, -2), 3, 6);
  const leftOut = (await get(`&from=${addMonths(last, -2)}&to=${addMonths(last, -2)}`)).report;
  expect(leftOut.Report_Items).toEqual([]);
  expect(leftOut.Report_Header.Exceptions).toMatchObject([{ Code: 3040 }]);
});

test('the period ends with the last complete month and has at most three years', async () => {
  const { report } = await get(`&from=2000-01&to=${addMonths(fixture.last, 5)}`);
  expect(report.Report_Header.Report_Filters).toMatchObject({ Begin_Date: `${addMonths(fixture.last, -35)}-01` });
  expect(report.Report_Header.Report_Filters.End_Date.slice(0, 7)).toBe(fixture.last);
  const invalid = await fixture.shop.call(`/api/admin/license/counter?institutionId=${fixture.institutionId}&from=2026-13`, {
    as: fixture.orgAdmin,
  });
  expect(invalid.code).toBe('request.invalid');
});
