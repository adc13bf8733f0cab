/** Tests that the teacher gets the questions with their keys. */
import type { AssignmentQuestion } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice, anEssay } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('listAssignmentQuestions', ['teacher', 'admin']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the questions are returned as they were stored, in order', async () => {
  const teacher = await fixture.aTeacher();
  const questions = [anEssay(), aChoice(), anEssay('第三题')];
  const { id } = await fixture.aDraft(teacher, await fixture.aClass(teacher), { questions });
  const { payload } = await fixture.get<{ items: AssignmentQuestion[] }>(`/api/assignment/questions?id=${id}`, teacher);
  expect(payload?.items).toEqual(questions.map((question, index) => ({ id: `q${index + 1}`, ...question })));
});
