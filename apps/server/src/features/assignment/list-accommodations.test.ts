/** Tests that teachers see the accommodations of their class, with every student. */
import type { listAccommodations, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('listAccommodations', ['teacher', 'admin']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('every student is listed, with an accommodation where there is one', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [first, second] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const accommodation = { timeFactorBasisPoints: 12_500, extraAttempts: 0, validUntil: null };
  await fixture.post('/api/assignment/accommodation', teacher, { classId: group.id, userId: first.id, accommodation, note: '视力' });
  const { payload } = await fixture.get<OutputOf<typeof listAccommodations>>(`/api/assignment/accommodations?classId=${group.id}`, teacher);
  const byId = new Map(payload?.students.map((student) => [student.userId, student]));
  expect([payload?.className, payload?.mayEdit]).toEqual([group.name, true]);
  expect(byId.get(first.id)).toMatchObject({ name: '颜书雅', accommodation, note: '视力' });
  expect(byId.get(second.id)?.accommodation).toBeUndefined();
});
