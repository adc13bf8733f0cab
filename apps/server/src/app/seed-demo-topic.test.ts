/** Tests the discussion of the demo class: posts with replies, one student who has met the task and is scored, others who wait. */
import type { Assignment, listTopicPosts, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClassFixture, openClassFixture } from '../features/teaching/testing/class-fixture.ts';
import { granted } from '../testing/file-fixture.ts';
import type { TestUser } from '../testing/test-server.ts';
import { seedDemoTopic } from './seed-demo-topic.ts';

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('four students and the teacher have written, three posts have replies, one student is scored, and the first has not written', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const students: TestUser[] = [];
  for (let n = 0; n < 6; n += 1) students.push(await fixture.aStudentOf(group));
  await seedDemoTopic(fixture.shop.platform, { classId: group.id, teacherId: teacher.id, studentIds: students.map(({ id }) => id) });
  const [one] = granted(await fixture.get<{ items: Assignment[] }>(`/api/assignment/list?classId=${group.id}`, teacher)).items;
  expect(one).toMatchObject({ kind: 'discussion', status: 'published', counts: { handedIn: 4, unscored: 3 } });
  const { items } = granted(await fixture.get<OutputOf<typeof listTopicPosts>>(`/api/topic/posts?topicId=${one?.id}`, teacher));
  expect(items.map(({ isTeacher, replies }) => [isTeacher, replies.length])).toEqual([
    [false, 1],
    [false, 1],
    [false, 2],
    [false, 0],
    [true, 0],
  ]);
  const ownOf = async (index: number) => granted(await fixture.get<Assignment>(`/api/assignment/get?id=${one?.id}`, students[index])).own;
  expect(await ownOf(2)).toMatchObject({ countedMilli: 9000, discussion: { posts: 1, replies: 2, isMet: true } });
  expect(await ownOf(0)).toMatchObject({ attempts: [], discussion: { posts: 0, replies: 0, isMet: false } });
});
