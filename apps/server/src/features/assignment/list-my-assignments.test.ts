/** Tests which assignments wait for a student, by kind, time and state. */
import type { Assignment, listMyAssignments, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { findChapters } from '../teaching/class-chapters.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('listMyAssignments', 'every user');

const DAY = 86_400_000;
let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const mine = async (as: TestUser) => granted(await fixture.get<OutputOf<typeof listMyAssignments>>('/api/assignment/mine', as)).items;
const titlesOf = async (as: TestUser) => (await mine(as)).map(({ title }) => title);

test('what is published, opens within a week and was not handed in waits for each student, the first due time first', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const now = fixture.shop.platform.clock.now();
  const quiz = async (title: string, policy: Partial<Assignment['policy']>) =>
    fixture.aPublished(teacher, group, { policy, more: { title } });
  await quiz('不限时间', {});
  const due = await quiz('三天后截止', { dueAt: now + 3 * DAY });
  await quiz('两天后开始', { openAt: now + 2 * DAY, dueAt: now + 4 * DAY });
  await quiz('下个月开始', { openAt: now + 30 * DAY });
  await fixture.aDraft(teacher, group, { more: { title: '草稿' } });
  await fixture.aPublished(teacher, group, { kind: 'external', questions: [], more: { title: '登记成绩', totalMilli: 10_000 } });
  expect(await titlesOf(student)).toEqual(['三天后截止', '两天后开始', '不限时间']);
  expect((await mine(student))[1]).toMatchObject({ className: group.name, kind: 'quiz', opensAt: now + 2 * DAY, isStarted: false });
  expect(await titlesOf(teacher)).toEqual([]);

  const attempt = await fixture.start(student, due);
  expect((await mine(student))[0]).toMatchObject({ id: due.id, opensAt: null, dueAt: now + 3 * DAY, isStarted: true });
  await fixture.submit(student, attempt.id);
  expect(await titlesOf(student)).toEqual(['两天后开始', '不限时间']);
});

test('an override of the student counts, and what is closed no longer waits', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [student, other] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const now = fixture.shop.platform.clock.now();
  const one = await fixture.aPublished(teacher, group, { policy: { dueAt: now + DAY, closeAt: now + DAY } });
  const override = { dueAt: now + 5 * DAY, closeAt: now + 5 * DAY };
  const set = await fixture.post('/api/assignment/override', teacher, {
    assignmentId: one.id,
    userId: student.id,
    override,
    reason: '病假',
  });
  expect(set.code).toBe('success');
  expect((await mine(student))[0]).toMatchObject({ dueAt: now + 5 * DAY, closesAt: now + 5 * DAY });
  expect((await mine(other))[0]).toMatchObject({ dueAt: now + DAY, closesAt: now + DAY });
  const { rev } = granted(await fixture.get<{ rev: number }>(`/api/assignment/get?id=${one.id}`, teacher));
  expect((await fixture.post('/api/assignment/status', teacher, { id: one.id, rev, status: 'closed' })).code).toBe('success');
  expect(await mine(student)).toEqual([]);
});

test('reading waits until every chapter is read, and a discussion until its task is met', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [student, other] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const chapters = (await findChapters(fixture.shop.platform.db.orm, fixture.bookId)).slice(0, 2);
  const task = { kind: 'reading', chapters: chapters.map(({ href }) => ({ href, title: '', seconds: 60 })) };
  await fixture.aPublished(teacher, group, { kind: 'reading', questions: [], more: { title: '读两章', totalMilli: 10_000, task } });
  const topic = await fixture.aTopic(teacher, group);
  const { rows } = await fixture.shop.platform.db.pool.query<{ id: string }>('select current_version_id as id from book where id = $1', [
    fixture.bookId,
  ]);
  const read = (href: string) => {
    const day = new Date(fixture.shop.platform.clock.now()).toISOString().slice(0, 10);
    const time = { bookId: fixture.bookId, versionId: rows[0]?.id, href, day, seconds: 60, blocks: {} };
    return fixture.post('/api/stat/blocks', student, { deviceId: 'device0001', documents: [time] });
  };
  const started = async () => (await mine(student)).map(({ kind, isStarted }) => [kind, isStarted]).toSorted();
  expect(await started()).toEqual([
    ['discussion', false],
    ['reading', false],
  ]);
  await read(chapters[0]?.href ?? '');
  const parentId = await fixture.aPost(other, topic.id);
  await fixture.aPost(student, topic.id);
  expect(await started()).toEqual([
    ['discussion', true],
    ['reading', true],
  ]);
  await read(chapters[1]?.href ?? '');
  expect(await started()).toEqual([['discussion', true]]);
  await fixture.aPost(student, topic.id, { parentId });
  expect(await started()).toEqual([]);
});
