/** Tests the chapter plan of a class: who sets it, and what members see of it and of their progress. */
import type { ChapterPlan, getClassPlan, listClassProgress, listPlannedChapters, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('setChapterPlan', ['teacher', 'admin']);
testIdempotency('setChapterPlan', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  const { id: classId } = await aClass(teacher);
  return { as: teacher, body: { classId, href: 'unplanned.xhtml' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const DAY_MS = 86_400_000;
const planOf = async (as: TestUser, classId: string) =>
  (await fixture.get<OutputOf<typeof getClassPlan>>(`/api/class/plan?classId=${classId}`, as)).payload;
const plannedBy = async (as: TestUser, more = '') =>
  (await fixture.get<OutputOf<typeof listPlannedChapters>>(`/api/class/planned?x=1${more}`, as)).payload?.items;

/** Stores that a user has read the whole book, in this number of seconds in its first document. */
const readAll = async (user: TestUser, seconds: number): Promise<void> => {
  const { pool } = fixture.shop.platform.db;
  await pool.query(
    `insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at, passed)
     select $1, id, current_version_id, '{"locations": {}}', 1, 'h', 0, '{[0,10001)}' from book where id = $2`,
    [user.id, fixture.bookId],
  );
  await pool.query(
    `insert into block_time select $1, id, current_version_id, n, '2026-01-01', 'device', $3, '{}' from book, generate_series(0, 20) n where id = $2`,
    [user.id, fixture.bookId, seconds],
  );
};

test('a plan is set, changed and removed; members see it, and teachers see how many have read the chapter', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [quick, slow] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const first = (await planOf(teacher, group.id))?.chapters[0];
  expect(first).toMatchObject({ title: expect.any(String) as string, done: 0 });
  expect(first).not.toHaveProperty('own');
  const href = first?.href ?? '';
  const dueAt = fixture.shop.platform.clock.now() + DAY_MS;
  const set = async (plan: ChapterPlan | undefined, as = teacher, to = href) =>
    (await fixture.post('/api/class/plan/set', as, { classId: group.id, href: to, plan })).code;
  expect(await set({ isRequired: true, isHidden: false, dueAt })).toBe('success');
  expect(await set({ isRequired: true, isHidden: false }, teacher, 'unknown.xhtml')).toBe('class.chapterNotFound');
  expect(await set({ isRequired: true, isHidden: false, opensAt: dueAt, dueAt })).toBe('request.invalid');
  expect(await set({ isRequired: true, isHidden: false, dueAt }, await fixture.aCoTeacherOf(group, teacher, 'edit'))).toBe('success');
  await readAll(quick, 1);
  await readAll(slow, 3_600);
  expect((await planOf(quick, group.id))?.chapters[0]).toMatchObject({
    plan: { isRequired: true, dueAt },
    own: { share: 1, seconds: 1, isDone: false },
    done: 1,
  });
  expect((await planOf(slow, group.id))?.chapters[0]).toMatchObject({ own: { share: 1, seconds: 3_600, isDone: true }, done: 1 });
  expect(await plannedBy(quick)).toMatchObject([{ classId: group.id, className: group.name, href, plan: { dueAt }, isDone: false }]);
  expect(await plannedBy(slow, `&bookId=${fixture.bookId}`)).toMatchObject([{ href, isDone: true }]);
  expect(await plannedBy(slow, `&bookId=${'0'.repeat(26)}`)).toEqual([]);
  const progress = await fixture.get<OutputOf<typeof listClassProgress>>(`/api/class/progress?classId=${group.id}`, teacher);
  expect(
    progress.payload?.items.map(({ userId, required, requiredDone, chapters }) => [userId, required, requiredDone, chapters[0]?.seconds]),
  ).toEqual([
    [quick.id, 1, 0, 1],
    [slow.id, 1, 1, 3_600],
  ]);
  expect(await set(undefined)).toBe('success');
  expect((await planOf(quick, group.id))?.chapters[0]).not.toHaveProperty('plan');
});

test('members see a hidden plan only after it has opened; teachers see it before', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const href = (await planOf(teacher, group.id))?.chapters[0]?.href ?? '';
  const opensAt = fixture.shop.platform.clock.now() + DAY_MS;
  await fixture.post('/api/class/plan/set', teacher, { classId: group.id, href, plan: { isRequired: true, isHidden: true, opensAt } });
  expect((await planOf(teacher, group.id))?.chapters[0]?.plan).toMatchObject({ isHidden: true });
  expect((await planOf(student, group.id))?.chapters[0]).not.toHaveProperty('plan');
  expect(await plannedBy(student)).toEqual([]);
  fixture.shop.platform.advanceClock?.(2 * DAY_MS);
  expect(await plannedBy(student)).toMatchObject([{ href }]);
});

test('of a member who has switched the recording off teachers see no minutes, and the chapter is done by its text alone', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  await readAll(student, 1);
  await fixture.post('/api/stat/recording/set', student, { isOn: false });
  const progress = await fixture.get<OutputOf<typeof listClassProgress>>(`/api/class/progress?classId=${group.id}`, teacher);
  expect(progress.payload?.items[0]).not.toHaveProperty('seconds');
  expect(progress.payload?.items[0]?.chapters[0]).toMatchObject({ isDone: true });
  expect(progress.payload?.items[0]?.chapters[0]).not.toHaveProperty('seconds');
});
