/** Tests the workbook of the statistics of a book. */
import type { exportAuthorStatistics, OutputOf } from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openStatisticsFixture, type StatisticsFixture } from './testing/statistics-fixture.ts';

testAccess('exportAuthorStatistics', 'every user');

let fixture: StatisticsFixture;
beforeAll(async () => {
  fixture = await openStatisticsFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

const call = (bookId: string, as = fixture.author) =>
  fixture.shop.call<OutputOf<typeof exportAuthorStatistics>>(`/api/author/statistics/export?bookId=${bookId}&period=week`, { as });

test('the workbook has the published numbers, the sheets of the page and the definitions', async () => {
  for (let reader = 0; reader < 7; reader += 1) await fixture.read(await fixture.aReader(), 120);
  const { fileName, base64 } = granted(await call(fixture.bookId));
  expect(fileName).toMatch(/^论语选读-统计-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const files = unzipSync(Buffer.from(base64, 'base64'));
  const textOf = (pattern: RegExp) =>
    Object.entries(files)
      .filter(([name]) => pattern.test(name))
      .map(([, bytes]) => strFromU8(bytes))
      .join('');
  const names = ['数字', '各章', '每天', '划线最多', '最难的练习', '机构', '定义'];
  for (const name of names) expect(textOf(/workbook\.xml$/)).toContain(`name="${name}"`);
  expect(textOf(/(sheet1|sharedStrings)\.xml$/)).toContain('最近一周');
  expect(textOf(/sheet1\.xml$/)).toContain('<v>5</v>');
  expect(textOf(/(sheet7|sharedStrings)\.xml$/)).toContain('少于 5 人的数不显示');
});

test('a book with two versions has a sheet that compares them, the newest two or those that are asked for', async () => {
  const { db } = fixture.shop.platform;
  const addVersion = (id: string, no: number) =>
    db.pool.query(
      `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at, released_at)
       select $2, book_id, $3, 'superseded', $2, '', metadata, manifest, chars, positions, 0, 1 from book_version where book_id = $1 and no = 1`,
      [fixture.bookId, id, no],
    );
  await addVersion('2'.repeat(26), 2);
  await addVersion('3'.repeat(26), 3);
  const textsOf = async (versions: string): Promise<string> => {
    const path = `/api/author/statistics/export?bookId=${fixture.bookId}&period=week${versions}`;
    const { base64 } = granted(await fixture.shop.call<OutputOf<typeof exportAuthorStatistics>>(path, { as: fixture.author }));
    const files = unzipSync(Buffer.from(base64, 'base64'));
    expect(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())).toContain('name="版本对照"');
    return strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array());
  };
  const newest = await textsOf('');
  for (const text of ['第 2 版', '第 3 版', '读者', '每章的读者：两版对照']) expect(newest).toContain(text);
  expect(newest).not.toContain('第 1 版');
  const { rows } = await db.pool.query<{ id: string }>('select id from book_version where no = 1 and book_id = $1', [fixture.bookId]);
  const asked = await textsOf(`&left=${rows[0]?.id ?? ''}&right=${'2'.repeat(26)}`);
  for (const text of ['第 1 版', '第 2 版']) expect(asked).toContain(text);
  expect(asked).not.toContain('第 3 版');
});

test('only contributors can export', async () => {
  expect((await call(fixture.draftId)).code).toBe('statistics.notPublished');
  expect((await call(fixture.bookId, await fixture.shop.user('13978779998'))).code).toBe('statistics.notContributor');
});
