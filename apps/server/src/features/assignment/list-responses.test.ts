/** Tests that the responses to a question are listed without names, unless the teacher asks for them. */
import type { listResponses, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('listResponses', ['teacher', 'admin']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('every attempt that was handed in has its response that counts, and no name', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const one = await fixture.aPublished(teacher, group);
  const write = async (answers: readonly object[]) => {
    const student = await fixture.aStudentOf(group);
    await fixture.submit(student, (await fixture.start(student, one)).id, answers);
  };
  await write([anAnswer('q3', '初稿', 1), anAnswer('q3', '定稿', 2)]);
  await write([]);
  await fixture.start(await fixture.aStudentOf(group), one);
  const address = `/api/assignment/responses?assignmentId=${one.id}&questionId=`;
  const { payload } = await fixture.get<OutputOf<typeof listResponses>>(`${address}q3`, teacher);
  expect(payload?.possibleMilli).toBe(10_000);
  expect(payload?.items.map(({ response, earnedMilli }) => [response['RESPONSE']?.[0], earnedMilli]).toSorted()).toEqual([
    [undefined, 0],
    ['定稿', undefined],
  ]);
  expect(JSON.stringify(payload)).not.toContain('颜书雅');
  const named = await fixture.get<OutputOf<typeof listResponses>>(`${address}q3&withNames=true`, teacher);
  expect(named.payload?.items.map(({ name }) => name)).toEqual(['颜书雅 2026001', '颜书雅 2026001']);
  expect((await fixture.get(`${address}q9`, teacher)).code).toBe('assignment.notFound');
});
