/** Tests topics and discussion assignments: posts, replies, what counts, late work, moderation, marking, and who may do what. */
import {
  type Assignment,
  type AttemptResult,
  type listAttempts,
  type listMyNotifications,
  type listResponses,
  type listTopicPosts,
  newId,
  type OutputOf,
} from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('publishTopicPost', 'every user');
testIdempotency('publishTopicPost', async ({ aTeacher, aClass, aStudentOf, aTopic }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const { id: topicId } = await aTopic(teacher, group);
  return { as: await aStudentOf(group), body: { id: newId(), topicId, body: '我的看法', isAnonymous: false } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const aLesson = async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  return { teacher, group, student: await fixture.aStudentOf(group), other: await fixture.aStudentOf(group) };
};
const postsOf = async (as: TestUser, topicId: string) =>
  granted(await fixture.get<OutputOf<typeof listTopicPosts>>(`/api/topic/posts?topicId=${topicId}`, as));
const ownOf = async (as: TestUser, id: string) => granted(await fixture.get<Assignment>(`/api/assignment/get?id=${id}`, as)).own;
const studentsOf = async (as: TestUser, id: string) =>
  granted(await fixture.get<OutputOf<typeof listAttempts>>(`/api/assignment/attempts?assignmentId=${id}`, as)).students;
const responsesOf = async (as: TestUser, id: string) =>
  granted(await fixture.get<OutputOf<typeof listResponses>>(`/api/assignment/responses?assignmentId=${id}&questionId=q1`, as)).items;
const hide = (as: TestUser, postId: string, reason?: string) =>
  fixture.post('/api/topic/hide', as, { postId, ...(reason === undefined ? {} : { reason }) });

test('own posts and replies to others count at once, for the student and the teacher alike', async () => {
  const { teacher, group, student, other } = await aLesson();
  const { id } = await fixture.aTopic(teacher, group, {}, { repliesMin: 2 });
  expect((await ownOf(student, id))?.discussion).toEqual({ posts: 0, replies: 0, isMet: false });
  const mine = await fixture.aPost(student, id, { body: '先说我的理由' });
  const theirs = await fixture.aPost(other, id, { body: '换一个角度' });
  await fixture.aPost(student, id, { parentId: mine, body: '补充一句' });
  await fixture.aPost(student, id, { parentId: theirs, body: '同意前半句' });
  expect((await ownOf(student, id))?.discussion).toEqual({ posts: 1, replies: 1, isMet: false });
  const ofTeacher = await fixture.aPost(teacher, id, { body: '再想想反例' });
  await fixture.aPost(student, id, { parentId: ofTeacher, body: '反例是这个' });
  expect((await ownOf(student, id))?.discussion).toEqual({ posts: 1, replies: 2, isMet: true });
  const [listed] = (await studentsOf(teacher, id)).filter(({ userId }) => userId === student.id);
  expect(listed?.discussion).toEqual({ posts: 1, replies: 2, isMet: true });
  const responses = await responsesOf(teacher, id);
  expect(responses).toHaveLength(2);
  expect(
    responses.map(({ work }) => (work?.kind === 'discussion' ? work.posts.map(({ body, replyTo }) => [body, replyTo]) : [])),
  ).toContainEqual([
    ['先说我的理由', undefined],
    ['同意前半句', '换一个角度'],
    ['反例是这个', '再想想反例'],
  ]);
  const seen = await postsOf(other, id);
  expect(seen.items.map(({ body, author, isOwn, replies }) => [body, author, isOwn, replies.length])).toEqual([
    ['先说我的理由', '颜书雅', false, 1],
    ['换一个角度', '颜书雅', true, 1],
    ['再想想反例', expect.any(String), false, 1],
  ]);
  expect(seen.topic).toMatchObject({ title: '第一次测验', isTeacher: false, mayModerate: false });
  expect(seen.topic.refusal).toBeUndefined();
  const kinds = granted(await fixture.get<OutputOf<typeof listMyNotifications>>('/api/notice/mine', other)).items.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'classReplied')).toHaveLength(1);
});

test('a post is stored once, a reply to a reply is refused, and an anonymous author is named to teachers only', async () => {
  const { teacher, group, student, other } = await aLesson();
  const { id: topicId } = await fixture.aTopic(teacher, group);
  const input = { id: newId(), topicId, body: '不想让同学知道', isAnonymous: true };
  expect((await fixture.post('/api/topic/publish', student, input)).code).toBe('success');
  expect((await fixture.post('/api/topic/publish', student, { ...input, body: '改过' })).code).toBe('success');
  expect((await fixture.post('/api/topic/publish', other, input)).code).toBe('topic.notFound');
  const reply = await fixture.aPost(other, topicId, { parentId: input.id });
  const again = { id: newId(), topicId, parentId: reply, body: '回复的回复', isAnonymous: false };
  expect((await fixture.post('/api/topic/publish', student, again)).code).toBe('topic.notFound');
  expect((await postsOf(other, topicId)).items.map(({ author, body }) => [author, body])).toEqual([['', '不想让同学知道']]);
  expect((await postsOf(teacher, topicId)).items.map(({ author }) => author)).toEqual(['颜书雅']);
});

test('what a teacher hides does not count until it is shown again, and its author reads why', async () => {
  const { teacher, group, student, other } = await aLesson();
  const { id } = await fixture.aTopic(teacher, group, {}, { repliesMin: 0 });
  const post = await fixture.aPost(student, id);
  expect((await ownOf(student, id))?.discussion?.isMet).toBe(true);
  expect((await hide(teacher, post, '与题目无关')).code).toBe('success');
  expect((await ownOf(student, id))?.discussion).toEqual({ posts: 0, replies: 0, isMet: false });
  expect((await responsesOf(teacher, id))[0]?.work).toEqual({ kind: 'discussion', posts: [] });
  expect((await postsOf(student, id)).items[0]?.hiddenReason).toBe('与题目无关');
  expect((await postsOf(other, id)).items).toEqual([]);
  await hide(teacher, post);
  expect((await ownOf(student, id))?.discussion?.isMet).toBe(true);
});

test('the task is done when it is first met: later posts are not late, and what is written after the due time is', async () => {
  const { teacher, group, student, other } = await aLesson();
  const late = { unitMinutes: 1440, stepBasisPoints: 2000, basis: 'earned' as const, floorBasisPoints: 0, capBasisPoints: 10_000 };
  const { id } = await fixture.aTopic(teacher, group, { dueAt: fixture.shop.platform.clock.now() + 3_600_000, late }, { repliesMin: 0 });
  await fixture.aPost(student, id);
  const over = fixture.shop.platform.clock.now() - 1000;
  await fixture.shop.platform.db.pool.query(`update topic_post set created_at = $2::bigint - 1000 where topic_id = $1`, [id, over]);
  await fixture.shop.platform.db.pool.query(
    `update assignment set policy = jsonb_set(policy, '{dueAt}', to_jsonb($2::bigint)) where id = $1`,
    [id, over],
  );
  await fixture.aPost(student, id, { body: '又想到一点' });
  await fixture.aPost(other, id);
  granted(
    await fixture.post('/api/grade/assignment/set', teacher, {
      assignmentId: id,
      column: { category: { name: '平时', weightBasisPoints: 10_000 }, maxMilli: 10_000 },
    }),
  );
  for (const { attemptId, rev } of await responsesOf(teacher, id)) {
    const mark = { attemptId, questionId: 'q1', rev, earnedMilli: 10_000, comment: '有自己的例子' };
    expect(granted(await fixture.post('/api/assignment/mark', teacher, mark))).toMatchObject({ work: { kind: 'discussion' } });
  }
  expect((await ownOf(student, id))?.countedMilli).toBe(10_000);
  expect((await ownOf(other, id))?.countedMilli).toBe(8000);
  // A post after the score stays with the score.
  await fixture.aPost(student, id, { body: '批完以后的话' });
  const own = await ownOf(student, id);
  expect(own).toMatchObject({ countedMilli: 10_000, discussion: { posts: 3 } });
  const result = granted(await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${own?.attempts[0]?.id}`, student));
  expect(result.questions).toMatchObject([{ comment: '有自己的例子', earnedMilli: 10_000 }]);
  const { rows } = await fixture.shop.platform.db.pool.query<{ milli: number }>(
    `select c.milli from grade_cell c join grade_column g on g.id = c.column_id where g.assignment_id = $1 order by c.milli`,
    [id],
  );
  expect(rows).toEqual([{ milli: 8000 }, { milli: 10_000 }]);
});

test('students write only while the discussion is open, and delete only own posts without replies of others', async () => {
  const { teacher, group, student, other } = await aLesson();
  const future = await fixture.aTopic(teacher, group, { openAt: fixture.shop.platform.clock.now() + 1_000_000 });
  expect((await postsOf(student, future.id)).topic.refusal).toBe('notOpen');
  await expect(fixture.aPost(student, future.id)).rejects.toThrow('topic.notOpen');
  await fixture.aPost(teacher, future.id, { body: '先想一想' });

  const one = await fixture.aTopic(teacher, group);
  const [mine, replied] = [await fixture.aPost(student, one.id), await fixture.aPost(student, one.id)];
  await fixture.aPost(other, one.id, { parentId: replied });
  const remove = async (as: TestUser, postId: string) => (await fixture.post('/api/topic/delete', as, { postId })).code;
  expect(await remove(other, mine)).toBe('topic.notFound');
  expect(await remove(teacher, mine)).toBe('topic.notFound');
  expect(await remove(student, replied)).toBe('topic.hasReplies');
  expect(await remove(student, mine)).toBe('success');
  expect((await ownOf(student, one.id))?.discussion?.posts).toBe(1);
  const { rev } = granted(await fixture.get<Assignment>(`/api/assignment/get?id=${one.id}`, teacher));
  await fixture.post('/api/assignment/status', teacher, { id: one.id, rev, status: 'closed' });
  await expect(fixture.aPost(student, one.id)).rejects.toThrow('topic.closed');
  expect((await postsOf(student, one.id)).topic.refusal).toBe('closed');
  // What a teacher hides after the end stays part of the work.
  await hide(teacher, replied, '与题目无关');
  expect((await studentsOf(teacher, one.id)).find(({ userId }) => userId === student.id)?.discussion?.posts).toBe(1);
});

test('a draft has no topic, and every operation is refused to other teachers, other classes, former members and anonymous users', async () => {
  const { teacher, group, student } = await aLesson();
  const { id: topicId } = await fixture.aTopic(teacher, group);
  const postId = await fixture.aPost(student, topicId);
  const former = await fixture.aStudentOf(group);
  await fixture.post('/api/class/leave', former, { classId: group.id });
  const otherTeacher = await fixture.aTeacher();
  const callers = [otherTeacher, await fixture.aStudentOf(await fixture.aClass(otherTeacher)), former];
  const requests: readonly (readonly [string, object])[] = [
    ['/api/topic/publish', { id: newId(), topicId, body: '我', isAnonymous: false }],
    ['/api/topic/hide', { postId, reason: '无关' }],
    ['/api/topic/delete', { postId }],
  ];
  for (const [path, body] of requests) {
    expect((await fixture.shop.call(path, { body })).code).toBe('requestLogin');
    for (const caller of callers) expect((await fixture.post(path, caller, body)).code).toMatch(/^(forbidden|topic\.notFound)$/);
  }
  for (const caller of callers) expect((await fixture.get(`/api/topic/posts?topicId=${topicId}`, caller)).code).toBe('topic.notFound');
  const viewer = await fixture.aCoTeacherOf(group, teacher, 'view');
  expect((await hide(viewer, postId, '无关')).code).toBe('topic.notFound');
  expect((await postsOf(viewer, topicId)).topic).toMatchObject({ isTeacher: true, mayModerate: false });
  expect((await fixture.post('/api/assignment/start', student, { assignmentId: topicId })).code).toBe('assignment.noPaper');
});
