/** Tests the workbook of a gradebook: now, and as it was at a snapshot. */
import type { getGradebook, OutputOf } from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type GradebookFixture, oneCell, openGradebookFixture, points } from './testing/gradebook-fixture.ts';

testAccess('exportGradebook', ['teacher', 'admin']);

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

test('the workbook has the results, and a total that is a formula with its result', async () => {
  const book = await fixture.aGradebook();
  const exportedSheet = async (query = '') => {
    const { payload } = await fixture.get<{ fileName: string; base64: string }>(
      `/api/grade/export?classId=${book.group.id}${query}`,
      book.teacher,
    );
    expect(payload?.fileName).toMatch(/^文学 1 班-成绩-\d{4}-\d\d-\d\d\.xlsx$/);
    return strFromU8(unzipSync(Buffer.from(payload?.base64 ?? '', 'base64'))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  };
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.homework, points(8)));
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.exam, points(85)));
  const total = (sheet: string) => sheet.match(/<f>IF\(SUMPRODUCT\(ISNUMBER[^<]*<\/f><v>([^<]*)<\/v>/)?.[1];
  expect(total(await exportedSheet())).toBe('83');
  await fixture.post('/api/grade/finalize', book.teacher, { classId: book.group.id, isFinal: true });
  await fixture.post('/api/grade/finalize', book.teacher, { classId: book.group.id, isFinal: false, reason: '补登' });
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.exam, points(100), 1));
  const path = `/api/grade/matrix?classId=${book.group.id}`;
  const final = (await fixture.get<OutputOf<typeof getGradebook>>(path, book.teacher)).payload?.snapshots.at(-1);
  expect([total(await exportedSheet()), total(await exportedSheet(`&snapshotAt=${final?.at}`))]).toEqual(['92', '83']);
  expect((await fixture.get(`/api/grade/export?classId=${book.group.id}&snapshotAt=1`, book.teacher)).code).toBe('grade.snapshotNotFound');
});
