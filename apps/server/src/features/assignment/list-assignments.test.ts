/** Tests what teacher and students see in the list of assignments. */
import type { Assignment } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('listAssignments', 'every user');

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the teacher sees drafts and the progress of the class, a student what is published and the own attempts', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [student, other] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const draft = await fixture.aDraft(teacher, group);
  const open = await fixture.aPublished(teacher, group);
  const { id } = await fixture.start(student, open);
  await fixture.start(other, open);
  await fixture.submit(student, id, [anAnswer('q1', 'O1'), anAnswer('q3', '温故而知新')]);
  const list = async (as: typeof student) =>
    (await fixture.get<{ items: Assignment[] }>(`/api/assignment/list?classId=${group.id}`, as)).payload?.items ?? [];
  const taught = await list(teacher);
  expect(taught.map((one) => [one.id, one.counts, one.own])).toEqual([
    [open.id, { students: 2, started: 2, handedIn: 1, unscored: 1 }, undefined],
    [draft.id, { students: 2, started: 0, handedIn: 0, unscored: 0 }, undefined],
  ]);
  const [own, ...rest] = await list(student);
  expect(rest).toEqual([]);
  expect(own).toMatchObject({ id: open.id, role: 'student' });
  expect(own?.counts).toBeUndefined();
  expect(own?.own).toMatchObject({
    refusal: 'noAttemptLeft',
    countedMilli: 2000,
    attempts: [{ id, no: 1, state: 'handedIn', closedBy: 'student', score: { earnedMilli: 2000, possibleMilli: 14_000, unscored: 1 } }],
  });
  const [running] = await list(other);
  expect(running?.own?.refusal).toBeUndefined();
  expect(running?.own?.attempts).toMatchObject([{ state: 'running' }]);
});
