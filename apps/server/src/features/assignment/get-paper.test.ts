/** Tests that a paper has every question and no key. */
import type { getPaper, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('getPaper', ['reader', 'teacher', 'author', 'expert']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a paper has the questions without anything of their keys, and only the student of the attempt gets it', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [student, other] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const exam = await fixture.aPublished(teacher, group, { kind: 'exam' });
  const { id } = await fixture.start(student, exam);
  const address = `/api/assignment/paper?attemptId=${id}`;
  const { payload } = await fixture.get<OutputOf<typeof getPaper>>(address, student);
  expect(payload?.items.map((item) => item.id)).toEqual(['q1', 'q2', 'q3']);
  expect(payload?.items[0]?.view).toEqual(aChoice().view);
  for (const item of payload?.items ?? []) expect(Object.keys(item).toSorted()).toEqual(['id', 'view']);
  expect(JSON.stringify(payload)).not.toMatch(/correct|milli|explanation|由弟子及再传弟子编成/);
  expect((await fixture.get(address, other)).code).toBe('assignment.attemptNotFound');
  expect((await fixture.get(address, teacher)).code).toBe('assignment.attemptNotFound');
});

test('an attempt that was provisioned but not started has no paper', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const exam = await fixture.aPublished(teacher, group, { kind: 'exam' });
  const { rows } = await fixture.shop.platform.db.pool.query<{ id: string }>('select id from attempt where assignment_id = $1', [exam.id]);
  expect((await fixture.get(`/api/assignment/paper?attemptId=${rows[0]?.id}`, student)).code).toBe('assignment.attemptNotFound');
});
