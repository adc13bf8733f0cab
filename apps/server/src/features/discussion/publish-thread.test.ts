/** Tests the class layer: who asks and shares, anonymity, replies, acceptance, moderation, and what others see. */
import { type listMyNotifications, type listThreads, newId, type OutputOf, type Thread } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { threadFields } from '../../testing/classroom-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('publishThread', 'every user');
testIdempotency('publishThread', async ({ aTeacher, aClass, aStudentOf }) => {
  const group = await aClass(await aTeacher());
  return { as: await aStudentOf(group), body: { ...threadFields(group), id: newId() } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const listed = async (as: TestUser, query: string) =>
  (await fixture.get<OutputOf<typeof listThreads>>(`/api/thread/list?${query}`, as)).payload;
const kindsOf = async (as: TestUser) =>
  (await fixture.get<OutputOf<typeof listMyNotifications>>('/api/notice/mine', as)).payload?.items.map(({ kind }) => kind);
const reply = async (as: TestUser, threadId: string, body: string, isAnonymous = false) =>
  fixture.post<Thread>('/api/thread/reply', as, { id: newId(), threadId, body, isAnonymous });

const aLesson = async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [asking, other] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  return { teacher, group, asking, other };
};

test('an anonymous question shows its author to teachers only, and the same question sent again is stored once', async () => {
  const { teacher, group, asking, other } = await aLesson();
  const input = { ...threadFields(group), id: newId(), isAnonymous: true };
  expect((await fixture.post<Thread>('/api/thread/publish', asking, input)).payload).toMatchObject({ isOwn: true, author: '颜书雅' });
  expect((await fixture.post<Thread>('/api/thread/publish', asking, { ...input, body: '改过' })).payload?.body).toBe(input.body);
  expect((await fixture.post('/api/thread/publish', other, input)).code).toBe('thread.notFound');
  expect((await listed(teacher, `classId=${group.id}`))?.items.map(({ author }) => author)).toEqual(['颜书雅']);
  const seen = await listed(other, `bookId=${fixture.bookId}`);
  expect(seen?.items.map(({ author, isAnonymous, isOwn }) => [author, isAnonymous, isOwn])).toEqual([['', true, false]]);
  expect(seen?.classes).toEqual([{ id: group.id, name: group.name, isTeacher: false, mayModerate: false, isActive: true }]);
  expect(await kindsOf(teacher)).toEqual(['classAsked']);
});

test('only teachers who may edit share passages, with a remark or without one; a question needs a text', async () => {
  const { teacher, group, asking } = await aLesson();
  const share = (as: TestUser, more: object = {}) =>
    fixture.post<Thread>('/api/thread/publish', as, { ...threadFields(group), id: newId(), kind: 'highlight', body: '', ...more });
  expect((await share(asking)).code).toBe('class.notFound');
  expect((await share(await fixture.aCoTeacherOf(group, teacher, 'view'))).code).toBe('class.notFound');
  expect((await share(teacher, { isAnonymous: true })).payload).toMatchObject({ isTeacher: true, isAnonymous: false, body: '' });
  expect((await share(asking, { kind: 'question' })).message).toBe('请填写问题');
});

test('the one who asked accepts a reply, another student cannot; a deleted reply is no longer accepted', async () => {
  const { teacher, group, asking, other } = await aLesson();
  const { id } = await fixture.aThread(asking, group);
  await reply(other, id, '按时');
  await reply(teacher, id, '在适当的时候');
  const replies = (await listed(asking, `classId=${group.id}`))?.items[0]?.replies ?? [];
  expect(replies.map(({ body, isTeacher }) => [body, isTeacher])).toEqual([
    ['按时', false],
    ['在适当的时候', true],
  ]);
  const accept = (as: TestUser, replyId = replies[0]?.id) => fixture.post<Thread>('/api/thread/accept', as, { threadId: id, replyId });
  expect((await accept(other)).code).toBe('thread.notFound');
  expect((await accept(asking, newId())).code).toBe('thread.notFound');
  expect((await accept(asking)).payload?.replies.map(({ isAccepted }) => isAccepted)).toEqual([true, false]);
  expect(await kindsOf(asking)).toEqual(['classReplied']);
  await fixture.post('/api/thread/delete', other, { threadId: id, replyId: replies[0]?.id });
  const left = (await listed(asking, `classId=${group.id}`))?.items[0]?.replies;
  expect(left?.map(({ body, isAccepted }) => [body, isAccepted])).toEqual([['在适当的时候', false]]);
});

test('what a teacher hides is seen by its author, with the reason, and by the teachers; nobody else can reply to it', async () => {
  const { teacher, group, asking, other } = await aLesson();
  const { id } = await fixture.aThread(asking, group);
  const hide = (reason?: string) =>
    fixture.post('/api/thread/hide', teacher, { threadId: id, ...(reason === undefined ? {} : { reason }) });
  expect((await hide(' ')).message).toBe('请写明原因');
  await hide('与课程无关');
  const ids = async (as: TestUser) => (await listed(as, `classId=${group.id}`))?.items.map((one) => one.hiddenReason ?? 'shown');
  expect([await ids(asking), await ids(teacher), await ids(other)]).toEqual([['与课程无关'], ['与课程无关'], []]);
  expect((await reply(other, id, '看得到吗')).code).toBe('thread.notFound');
  expect(await kindsOf(asking)).toEqual(['classPostHidden']);
  await hide();
  expect(await ids(other)).toEqual(['shown']);
});

test('everyone deletes the own posts only, and after a class has ended nobody asks', async () => {
  const { teacher, group, asking, other } = await aLesson();
  const { id } = await fixture.aThread(asking, group);
  const remove = (as: TestUser) => fixture.post('/api/thread/delete', as, { threadId: id });
  expect([(await remove(other)).code, (await remove(teacher)).code, (await remove(asking)).code]).toEqual([
    'thread.notFound',
    'thread.notFound',
    'success',
  ]);
  await fixture.post('/api/class/status', teacher, { id: group.id, status: 'ended' });
  expect((await fixture.post('/api/thread/publish', asking, { ...threadFields(group), id: newId() })).code).toBe('thread.classEnded');
});

test('every operation is refused to other teachers, other classes, former members and anonymous users', async () => {
  const { group, asking } = await aLesson();
  const { id } = await fixture.aThread(asking, group);
  const former = await fixture.aStudentOf(group);
  await fixture.post('/api/class/leave', former, { classId: group.id });
  const otherTeacher = await fixture.aTeacher();
  const callers = [otherTeacher, await fixture.aStudentOf(await fixture.aClass(otherTeacher)), former];
  const requests: readonly (readonly [string, object])[] = [
    ['/api/thread/publish', { ...threadFields(group), id: newId() }],
    ['/api/thread/reply', { id: newId(), threadId: id, body: '我', isAnonymous: false }],
    ['/api/thread/accept', { threadId: id }],
    ['/api/thread/hide', { threadId: id, reason: '无关' }],
    ['/api/thread/delete', { threadId: id }],
  ];
  for (const [path, body] of requests) {
    expect((await fixture.shop.call(path, { body })).code).toBe('requestLogin');
    for (const caller of callers)
      expect((await fixture.post(path, caller, body)).code).toMatch(/^(forbidden|class\.notFound|thread\.notFound)$/);
  }
  for (const caller of callers) {
    expect((await fixture.get(`/api/thread/list?classId=${group.id}`, caller)).code).toBe('class.notFound');
    expect((await listed(caller, `bookId=${fixture.bookId}`))?.items).toEqual([]);
  }
  expect((await listed(asking, `classId=${group.id}`))?.items).toHaveLength(1);
});
