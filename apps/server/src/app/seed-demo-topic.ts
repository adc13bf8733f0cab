/** The discussion assignment of the demo class: posts and replies of five students, one of whom is scored, and a post of the teacher. */
import { newId } from '@shufang/contract';
import { listAttemptsOf } from '../features/assignment/attempt-store.ts';
import { createAssignment } from '../features/assignment/create-assignment.ts';
import { markResponse } from '../features/assignment/mark-response.ts';
import { setAssignmentStatus } from '../features/assignment/set-assignment-status.ts';
import { publishTopicPost } from '../features/discussion/publish-topic-post.ts';
import { assembleDiscussion } from './assemble-discussion.ts';
import { at, callerOf, type DemoClass, demoForm, payloadOf } from './demo-assignment-callers.ts';
import type { Platform } from './open-platform.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const POSTS = [
  '我觉得先写注释再写代码更好：注释写不出来，说明还没有想清楚。',
  '变量名起得好，很多注释就不用写了。我把 a 改成 price 以后，自己都看得懂了。',
  '注释容易和代码对不上。我改了代码忘了改注释，反而被自己骗了。',
  '给别人用的函数一定要写，自己临时试的可以不写。',
] as const;
const TEACHER_POST = '大家说的都有道理。请再想一想：哪一种注释，代码改了也不会过时？';

/** Replies: which student replies to the post of which. */
const REPLIES: readonly { readonly from: number; readonly to: number; readonly body: string }[] = [
  { from: 1, to: 0, body: '同意。不过先写的注释，最后常常要全部重写。' },
  { from: 1, to: 2, body: '我也遇到过。后来只写“为什么”，不写“做什么”，就不会过时了。' },
  { from: 2, to: 1, body: '名字太长也不好读，有没有一个度？' },
  { from: 3, to: 2, body: '可以让测试来说明代码做什么。' },
];

export const seedDemoTopic = async (platform: Platform, { classId, teacherId, studentIds }: DemoClass): Promise<void> => {
  const now = platform.clock.now();
  const createdAt = now - 3 * DAY_MS;
  const deps = at(platform, createdAt);
  const teacher = callerOf(platform, teacherId);
  const { id, rev } = payloadOf(
    await createAssignment(deps, teacher, {
      ...demoForm('讨论：注释写多少合适', { dueAt: now + 3 * DAY_MS, attempts: null }),
      instructions: '结合自己写过的一段程序，说说您的看法，并回复至少两位同学。',
      totalMilli: 10_000,
      task: { kind: 'discussion', postsMin: 1, repliesMin: 2 },
      classId,
      kind: 'discussion',
    }),
  );
  await setAssignmentStatus(deps, teacher, { id, rev, status: 'published' });
  const write = async (userId: string, time: number, body: string, parentId?: string): Promise<string> => {
    const postId = newId(time);
    const topic = assembleDiscussion({ ...platform, clock: { ...platform.clock, now: () => time } });
    const input = { id: postId, topicId: id, body, isAnonymous: false, ...(parentId === undefined ? {} : { parentId }) };
    await publishTopicPost(topic, callerOf(platform, userId), input);
    return postId;
  };
  // The first student, whose account is in the README, has not written yet.
  const writers = studentIds.slice(1, 1 + POSTS.length);
  const posts: string[] = [];
  for (const [index, userId] of writers.entries()) posts.push(await write(userId, createdAt + (index + 2) * HOUR_MS, POSTS[index] ?? ''));
  for (const [index, { from, to, body }] of REPLIES.entries()) {
    const [userId, parentId] = [writers[from], posts[to]];
    if (userId !== undefined && parentId !== undefined) await write(userId, createdAt + DAY_MS + index * HOUR_MS, body, parentId);
  }
  await write(teacherId, now - DAY_MS, TEACHER_POST);
  const [attempt] = await listAttemptsOf(platform.db.orm, [id], writers[1]);
  if (attempt === undefined) return;
  await markResponse(at(platform, now - 12 * HOUR_MS), teacher, {
    attemptId: attempt.id,
    questionId: 'q1',
    rev: 0,
    earnedMilli: 9000,
    comment: '有自己的例子，回复也推进了讨论。',
  });
};
