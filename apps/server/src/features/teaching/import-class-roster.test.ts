/** Tests the roster of a class: its import with a preview, and joining by it. */
import type { importClassRoster, listClassRoster, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

const csv = (text: string): string => Buffer.from(text).toString('base64');

testAccess('importClassRoster', ['teacher', 'admin']);
testIdempotency('importClassRoster', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  const { id } = await aClass(teacher);
  return { as: teacher, body: { classId: id, file: csv('学号,姓名\n2026001,颜书雅'), isPreview: false } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a preview shows valid and invalid lines and stores nothing; the import stores the valid ones', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const rows = [
    ['学号', '姓名'],
    ['2026001', '颜书雅'],
    ['2026002', ''],
    ['2026003', '卜文远'],
  ];
  const file = await workbookWriter.run([{ name: '名单', rows, widths: [12, 12] }]);
  const send = async (body: object) =>
    (await fixture.post<OutputOf<typeof importClassRoster>>('/api/class/roster/import', teacher, { classId: group.id, ...body })).payload;
  const roster = async () =>
    (await fixture.get<OutputOf<typeof listClassRoster>>(`/api/class/roster?classId=${group.id}`, teacher)).payload?.items;
  const preview = await send({ file, isPreview: true });
  expect(preview?.lines.map(({ studentNo, change }) => [studentNo, change])).toEqual([
    ['2026001', 'added'],
    ['2026003', 'added'],
  ]);
  expect(preview?.errors).toEqual([{ line: 3, reason: expect.stringContaining('姓名') as string }]);
  expect(await roster()).toEqual([]);
  await send({ file, isPreview: false });
  await fixture.aStudentOf(group);
  expect(await roster()).toEqual([
    { studentNo: '2026001', name: '颜书雅', hasJoined: true },
    { studentNo: '2026003', name: '卜文远', hasJoined: false },
  ]);
  const again = await send({ file: csv('学号,姓名\n2026001,颜书雅\n2026003,卜子夏'), isPreview: true });
  expect(again?.lines.map(({ change }) => change)).toEqual(['none', 'renamed']);
});

test('a student of the roster joins a class by approval at once; one with another name or number waits', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  await fixture.post('/api/class/update', teacher, { id: group.id, name: '甲班', term: '秋', joinPolicy: 'approve' });
  await fixture.post('/api/class/roster/import', teacher, { classId: group.id, file: csv('学号,姓名\n2026001,颜书雅'), isPreview: false });
  const join = async (name: string, studentNo: string) =>
    (await fixture.post<{ status: string }>('/api/class/join', await fixture.aUser(), { code: group.code, name, studentNo })).payload
      ?.status;
  expect(await join('颜书雅', '2026001')).toBe('active');
  expect(await join('卜文远', '2026001')).toBe('pending');
  expect(await join('颜书雅', '2026009')).toBe('pending');
});

test('a file that is no table is refused with a reason', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const refused = await fixture.post('/api/class/roster/import', teacher, { classId: group.id, file: csv('没有表头'), isPreview: true });
  expect(refused.code).toBe('institution.rosterUnreadable');
});
