/** Tests that the files of a report have the numbers of the page, stay the same, and hide what the page hides. */
import { type getAuthorStatistics, type OutputOf, statisticsFigures } from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assembleReports } from '../../../app/assemble-reports.ts';
import { pdfText } from '../../../platform/typeset/testing/pdf-text.ts';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openReportFixture, type ReportFixture } from '../testing/report-fixture.ts';
import { printReport } from './print-report.ts';
import { findReport } from './report-store.ts';

testAccess('downloadTrackingReport', 'every user');

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await openReportFixture();
  for (let reader = 0; reader < 7; reader += 1) await fixture.read(await fixture.aReader(), 120, reader % 2);
}, 180_000);
afterAll(() => fixture?.shop.close());

/** Returns all texts of the parts of an office document whose names match, without spaces. */
const officeText = (bytes: Buffer, pattern: RegExp): string =>
  Object.entries(unzipSync(bytes))
    .filter(([name]) => pattern.test(name))
    .map(([, part]) => strFromU8(part).replaceAll(/<[^>]*>/g, ' '))
    .join(' ')
    .replaceAll(/\s/g, '');

test('every number of the page is in the PDF and in the Word document, and what the page hides is in neither', async () => {
  const { id } = await fixture.aReport('week');
  const { shop, bookId, author } = fixture;
  const page = granted(
    await shop.call<OutputOf<typeof getAuthorStatistics>>(`/api/author/statistics?bookId=${bookId}&period=week`, { as: author }),
  );
  const shown = statisticsFigures(page.statistics, true).flatMap(({ figures }) =>
    figures.map(({ name, value }) => `${name}${value ?? '人太少'}`.replaceAll(' ', '')),
  );
  expect(shown).toContain('读者5人');
  const pdf = pdfText(await fixture.file(id, 'pdf'));
  const word = officeText(await fixture.file(id, 'docx'), /^word\/document\.xml$/);
  expect(shown.filter((text) => !pdf.includes(text))).toEqual([]);
  expect(shown.filter((text) => !word.includes(text))).toEqual([]);
  // Seven readers read: the number is published as five.
  expect([pdf, word].filter((text) => text.includes('读者7人'))).toEqual([]);
});

test('the workbook has the published numbers and charts that refer to its cells', async () => {
  const { id } = await fixture.aReport('week');
  const parts = unzipSync(await fixture.file(id, 'xlsx'));
  const names = Object.keys(parts);
  expect(names.filter((name) => name.startsWith('xl/charts/')).length).toBeGreaterThan(2);
  const chart = strFromU8(parts['xl/charts/chart1.xml'] ?? new Uint8Array());
  expect(chart).toMatch(/<c:f>'图表'!\$B\$\d+:\$B\$\d+<\/c:f>/);
  const numbers = Object.entries(parts).filter(([name]) => name === 'xl/worksheets/sheet2.xml');
  expect(numbers.map(([, part]) => strFromU8(part).includes('<v>5</v>'))).toEqual([true]);
});

test('printed again from what is frozen, every file has the same bytes', async () => {
  const { id } = await fixture.aReport('term');
  const before = { pdf: await fixture.file(id, 'pdf'), docx: await fixture.file(id, 'docx'), xlsx: await fixture.file(id, 'xlsx') };
  // More reading, and another title, do not change what is frozen.
  await fixture.read(await fixture.aReader(), 600, 3);
  const report = await findReport(fixture.shop.platform.db.orm, id);
  if (report === undefined) throw new Error('the report is gone');
  for (const format of ['pdf', 'docx', 'xlsx'] as const) {
    const { bytes } = await printReport(assembleReports(fixture.shop.platform), report, format);
    expect([format, Buffer.compare(bytes, before[format])]).toEqual([format, 0]);
  }
});

test('a PDF that is missing is printed when it is downloaded', async () => {
  const { id } = await fixture.aReport('all');
  const first = await fixture.file(id, 'pdf');
  await fixture.shop.platform.db.pool.query(`delete from tracking_report_file where report_id = $1 and format = 'pdf'`, [id]);
  expect(Buffer.compare(await fixture.file(id, 'pdf'), first)).toBe(0);
});

test('a report that is not finished, or not of an own book, is not found', async () => {
  const { id } = await fixture.aReport('week');
  const path = `/api/report/tracking/file?reportId=${id}&format=xlsx`;
  expect((await fixture.shop.call(path, { as: await fixture.shop.user('13978779993') })).code).toBe('report.notFound');
  await fixture.shop.platform.db.pool.query(`update tracking_report set state = 'running' where id = $1`, [id]);
  expect((await fixture.shop.call(path, { as: fixture.author })).code).toBe('report.notFound');
});
