/** Tests switching the join code off and on, and replacing it. */
import type { ClassGroup } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('setClassCode', ['teacher', 'admin']);
testIdempotency('setClassCode', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  const { id } = await aClass(teacher);
  return { as: teacher, body: { id, isOn: true, isNew: true } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a code that is off or replaced admits nobody; the members stay', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  await fixture.aStudentOf(group);
  const set = async (change: object) => (await fixture.post<ClassGroup>('/api/class/code', teacher, { id: group.id, ...change })).payload;
  const find = async (code = '') => (await fixture.get(`/api/class/find?code=${code}`)).code;
  expect(await set({ isOn: false })).toMatchObject({ isCodeOn: false, code: group.code });
  expect(await find(group.code)).toBe('class.codeUnknown');
  expect(await set({ isOn: true })).toMatchObject({ isCodeOn: true, code: group.code });
  expect(await find(group.code)).toBe('success');
  const replaced = await set({ isOn: true, isNew: true });
  expect(replaced).toMatchObject({ members: 1 });
  expect(await find(group.code)).toBe('class.codeUnknown');
  expect(await find(replaced?.code)).toBe('success');
});
