/** Tests reading assignments: progress and points follow the recorded reading time, for the student and the teacher alike. */
import type { Assignment, listAttempts, listReadingTasks, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentFields } from '../../testing/assignment-objects.ts';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { findChapters } from '../teaching/class-chapters.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('listReadingTasks', 'every user');

let fixture: ClassFixture;
let chapters: { readonly href: string; readonly title: string }[];
let versionId: string;
beforeAll(async () => {
  fixture = await openClassFixture();
  chapters = await findChapters(fixture.shop.platform.db.orm, fixture.bookId);
  const { rows } = await fixture.shop.platform.db.pool.query<{ id: string }>('select current_version_id as id from book where id = $1', [
    fixture.bookId,
  ]);
  versionId = rows[0]?.id ?? '';
});
afterAll(() => fixture?.shop.close());

const MINUTE = 60;
const read = (as: TestUser, href: string, seconds: number) => {
  const day = new Date(fixture.shop.platform.clock.now()).toISOString().slice(0, 10);
  const time = { bookId: fixture.bookId, versionId, href, day, seconds, blocks: {} };
  return fixture.post('/api/stat/blocks', as, { deviceId: 'device0001', documents: [time] });
};

const form = (classId: string, more: object = {}, policy: Partial<Assignment['policy']> = {}) => ({
  ...assignmentFields({ attempts: null, ...policy }),
  classId,
  kind: 'reading',
  totalMilli: 10_000,
  task: { kind: 'reading', chapters: chapters.slice(0, 2).map(({ href }) => ({ href, title: '', seconds: 2 * MINUTE })) },
  ...more,
});

const publish = async (teacher: TestUser, classId: string, policy: Partial<Assignment['policy']> = {}): Promise<Assignment> => {
  const { id, rev } = granted(await fixture.post<Assignment>('/api/assignment/create', teacher, form(classId, {}, policy)));
  return granted(await fixture.post<Assignment>('/api/assignment/status', teacher, { id, rev, status: 'published' }));
};

const ownOf = async (as: TestUser, id: string) => granted(await fixture.get<Assignment>(`/api/assignment/get?id=${id}`, as)).own;
const studentsOf = async (as: TestUser, id: string) =>
  granted(await fixture.get<OutputOf<typeof listAttempts>>(`/api/assignment/attempts?assignmentId=${id}`, as)).students;

test('a chapter that is read long enough earns its share at once; student, reader and teacher see the same progress', async () => {
  expect(chapters.length).toBeGreaterThan(1);
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [student, early] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const [first = { href: '' }, second = { href: '' }] = chapters;
  await read(early, first.href, 5 * MINUTE);
  const one = await publish(teacher, group.id);
  expect(one.task).toMatchObject({ chapters: chapters.slice(0, 2).map(({ href, title }) => ({ href, title })) });
  // What was read before the publication counts.
  expect((await ownOf(early, one.id))?.countedMilli).toBe(5000);
  expect(await ownOf(student, one.id)).toMatchObject({ attempts: [], reading: { bookId: fixture.bookId, isRecorded: true } });

  await read(student, first.href, MINUTE);
  const tasks = async () =>
    granted(await fixture.get<OutputOf<typeof listReadingTasks>>(`/api/assignment/reading?bookId=${fixture.bookId}`, student)).items;
  expect((await tasks())[0]?.chapters.map(({ readSeconds, isDone }) => [readSeconds, isDone])).toEqual([
    [60, false],
    [0, false],
  ]);
  await read(student, first.href, 2 * MINUTE);
  expect((await ownOf(student, one.id))?.countedMilli).toBe(5000);
  await read(student, second.href, 3 * MINUTE);
  const done = await ownOf(student, one.id);
  expect(done).toMatchObject({ countedMilli: 10_000 });
  expect(done?.reading?.chapters.map(({ isDone }) => isDone)).toEqual([true, true]);
  const listed = (await studentsOf(teacher, one.id)).find(({ userId }) => userId === student.id);
  expect(listed).toMatchObject({ countedMilli: 10_000, reading: { done: 2, readSeconds: 5 * MINUTE } });
  expect((await fixture.post('/api/assignment/start', student, { assignmentId: one.id })).code).toBe('assignment.noPaper');

  const off = await fixture.post('/api/stat/recording/set', early, { isOn: false });
  expect(off.code).toBe('success');
  expect((await ownOf(early, one.id))?.reading?.isRecorded).toBe(false);
  expect((await studentsOf(teacher, one.id)).find(({ userId }) => userId === early.id)?.reading).toBeUndefined();
});

test('reading counts only while the assignment is open, and a late chapter loses points without touching the others', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const [first = { href: '' }, second = { href: '' }] = chapters;
  const now = fixture.shop.platform.clock.now();
  const late = { unitMinutes: 1440, stepBasisPoints: 2000, basis: 'earned' as const, floorBasisPoints: 0, capBasisPoints: 10_000 };
  const future = await publish(teacher, group.id, { openAt: now + 1_000_000_000 });
  const due = await publish(teacher, group.id, { dueAt: now - 1000, late });
  await read(student, first.href, 2 * MINUTE);
  expect((await ownOf(student, future.id))?.attempts).toEqual([]);
  expect((await ownOf(student, due.id))?.countedMilli).toBe(4000);
  await read(student, second.href, 2 * MINUTE);
  expect((await ownOf(student, due.id))?.countedMilli).toBe(8000);
  const { rev } = granted(await fixture.get<Assignment>(`/api/assignment/get?id=${due.id}`, teacher));
  expect((await fixture.post('/api/assignment/status', teacher, { id: due.id, rev, status: 'closed' })).code).toBe('success');
  expect(
    (
      await fixture.post(
        '/api/assignment/create',
        teacher,
        form(group.id, { task: { kind: 'reading', chapters: [{ href: 'none.xhtml', title: '', seconds: 60 }] } }),
      )
    ).message,
  ).toContain('不在这本书里');
});
