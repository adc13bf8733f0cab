/** Tests who may create classes, and what a new class contains. */
import { type ClassGroup, LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('createClass', ['teacher', 'admin']);
testIdempotency('createClass', async ({ aTeacher, bookId }) => ({
  as: await aTeacher(),
  body: { name: '文学 1 班', term: '2026 年秋季学期', bookId },
}));

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const form = (more: object = {}) => ({ name: ' 文学 1 班 ', term: '2026 年秋季学期', bookId: fixture.bookId, ...more });

test('a new class uses the newest version of its book and has a join code of its own', async () => {
  const teacher = await fixture.aTeacher();
  const { payload, message } = await fixture.post<ClassGroup>('/api/class/create', teacher, form());
  expect(message).toBe('班级已创建');
  expect(payload).toMatchObject({
    name: '文学 1 班',
    status: 'active',
    role: 'teacher',
    members: 0,
    versionNo: 1,
    newestVersionNo: 1,
    isCodeOn: true,
    teacher: teacher.tel.replace(/^.*(\d{4})$/, '读者$1'),
    book: { id: fixture.bookId },
  });
  expect(payload?.code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
  const other = await fixture.post<ClassGroup>('/api/class/create', teacher, form());
  expect(other.payload?.code).not.toBe(payload?.code);
});

test('a class bears the name by which its teacher was verified', async () => {
  const teacher = await fixture.aTeacher();
  await fixture.shop.platform.db.pool.query(
    `insert into application (id, user_id, kind, state, form, submitted_at, decided_at, created_at) values ($1, $1, 'teacher', 'approved', $2, 0, 0, 0)`,
    [teacher.id, JSON.stringify({ realName: '谢知微' })],
  );
  expect((await fixture.aClass(teacher)).teacher).toBe('谢知微');
});

test('a class belongs only to an institution that lists its teacher', async () => {
  const teacher = await fixture.aTeacher();
  const schoolId = `0${'5'.repeat(25)}`;
  const { pool } = fixture.shop.platform.db;
  await pool.query(`insert into institution (id, name, created_at) values ($1, '江南大学', 0)`, [schoolId]);
  expect((await fixture.post('/api/class/create', teacher, form({ institutionId: schoolId }))).code).toBe('institution.notFound');
  await pool.query(
    `insert into institution_member (id, institution_id, phone, name, kind, created_at) values ('m', $1, $2, '谢知微', 'teacher', 0)`,
    [schoolId, teacher.tel],
  );
  const { payload } = await fixture.post<ClassGroup>('/api/class/create', teacher, form({ institutionId: schoolId }));
  expect(payload?.institution).toEqual({ id: schoolId, name: '江南大学' });
});

test('a form with errors, an unknown book and too many classes are refused', async () => {
  const teacher = await fixture.aTeacher();
  const refused = async (more: object) => (await fixture.post('/api/class/create', teacher, form(more))).message;
  expect(await refused({ name: ' ' })).toBe('请填写班级名称');
  expect(await refused({ name: '字'.repeat(51) })).toBe('班级名称最多 50 个字');
  expect(await refused({ term: '' })).toBe('请填写学期');
  expect(await refused({ term: '字'.repeat(31) })).toBe('学期最多 30 个字');
  expect((await fixture.post('/api/class/create', teacher, form({ bookId: '0'.repeat(26) }))).code).toBe('catalog.bookNotFound');
  await fixture.shop.platform.db.pool.query(
    `insert into class_group (id, teacher_id, teacher_name, name, term, book_id, version_id, code, created_at)
     select 'many' || n, $1, '', '班', '秋', $2, 'v', 'many' || n, 0 from generate_series(1, $3::int) n`,
    [teacher.id, fixture.bookId, LIMITS.classesPerTeacherMax],
  );
  expect((await fixture.post('/api/class/create', teacher, form())).code).toBe('class.tooMany');
});
