/** Tests the workbook of the attendance of a class. */
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('exportAttendance', ['teacher', 'admin']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the workbook has a row per student with the state in each session and totals', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const session = await fixture.anAttendance(teacher, group);
  await fixture.post('/api/attendance/set', teacher, { id: session.id, userIds: [student.id], state: 'leave', note: '' });
  const { payload } = await fixture.get<{ fileName: string; base64: string }>(`/api/attendance/export?classId=${group.id}`, teacher);
  expect(payload?.fileName).toMatch(/^文学 1 班-出勤-\d{4}-\d\d-\d\d\.xlsx$/);
  const files = unzipSync(Buffer.from(payload?.base64 ?? '', 'base64'));
  const texts = strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array());
  for (const text of ['颜书雅', '2026001', '第一节', '事假', '补签']) expect(texts).toContain(text);
  expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('<v>1</v>');
});
