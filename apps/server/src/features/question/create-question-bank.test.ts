/** Tests who may create a bank for which owner, and which banks a user sees. */
import { LIMITS, type listQuestionBanks, type OutputOf, type QuestionBank } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

testAccess('createQuestionBank', ['teacher', 'author']);
testIdempotency('createQuestionBank', async ({ aTeacher }) => ({
  as: await aTeacher(),
  body: { name: '论语题库', owner: { kind: 'teacher' } },
}));

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

const create = (as: TestUser, owner: object, name = '论语题库') =>
  fixture.post<QuestionBank>('/api/question/bank/create', as, { name, owner });
const list = async (as: TestUser) => (await fixture.get<OutputOf<typeof listQuestionBanks>>('/api/question/bank/list', as)).payload;
const seen = async (as: TestUser) => (await list(as))?.banks.map(({ id, right }) => [id, right]);

test('a bank of a teacher is seen by this teacher only', async () => {
  const teacher = await fixture.aTeacher();
  const { payload, message } = await create(teacher, { kind: 'teacher' }, ' 论语题库 ');
  expect(message).toBe('题库已建好');
  expect(payload).toMatchObject({ name: '论语题库', owner: { kind: 'teacher' }, status: 'active', right: 'manage', questions: 0 });
  expect(await seen(teacher)).toEqual([[payload?.id, 'manage']]);
  expect(await seen(await fixture.aTeacher())).toEqual([]);
});

test('a bank of a class is managed by the teacher of the class', async () => {
  const [teacher, colleague] = [await fixture.aTeacher(), await fixture.aTeacher()];
  const group = await fixture.aClass(teacher);
  const owner = { kind: 'class', id: group.id };
  expect((await create(colleague, owner)).code).toBe('class.notFound');
  const { payload } = await create(teacher, owner);
  expect(payload).toMatchObject({ owner: { ...owner, name: group.name }, right: 'manage' });
  expect(await seen(colleague)).toEqual([]);
  expect((await list(teacher))?.owners).toEqual([{ ...owner, name: group.name }]);
});

test('a bank of an institution is edited by its teachers and managed by who created it', async () => {
  const [teacher, colleague, outsider] = [await fixture.aTeacher(), await fixture.aTeacher(), await fixture.aTeacher()];
  const owner = { kind: 'institution', id: await fixture.aSchoolOf(teacher, colleague) };
  await fixture.aSchoolOf(outsider);
  expect((await create(outsider, owner)).code).toBe('institution.notFound');
  const { payload } = await create(teacher, owner);
  expect(payload?.owner).toMatchObject({ kind: 'institution', name: expect.stringContaining('江南大学') as string });
  expect([await seen(teacher), await seen(colleague), await seen(outsider)]).toEqual([
    [[payload?.id, 'manage']],
    [[payload?.id, 'edit']],
    [],
  ]);
});

test('a bank of a book is managed by its authors, and viewed by the teachers whose classes use the book', async () => {
  const [author, teacher] = [await fixture.shop.user('13811112222', 'author'), await fixture.aTeacher()];
  const owner = { kind: 'book', id: fixture.bookId };
  expect((await create(author, owner)).code).toBe('catalog.bookNotFound');
  await fixture.shop.platform.db.pool.query(`insert into book_contributor values ($1, 9, '谢知微', 'author', '', $2)`, [
    fixture.bookId,
    author.id,
  ]);
  const { payload } = await create(author, owner);
  expect(payload).toMatchObject({ owner: { kind: 'book', name: expect.any(String) as string }, right: 'manage' });
  expect(await seen(teacher)).toEqual([]);
  await fixture.aClass(teacher);
  expect(await seen(teacher)).toEqual([[payload?.id, 'view']]);
  expect((await create(teacher, owner)).code).toBe('catalog.bookNotFound');
});

test('an invalid name and too many banks are refused', async () => {
  const teacher = await fixture.aTeacher();
  expect((await create(teacher, { kind: 'teacher' }, ' ')).message).toBe('请填写题库名称');
  expect((await create(teacher, { kind: 'teacher' }, '字'.repeat(LIMITS.questionBankNameChars + 1))).message).toBe('题库名称最多 60 个字');
  await fixture.shop.platform.db.pool.query(
    `insert into question_bank (id, teacher_id, name, created_at) select 'many' || n, $1, '库', 0 from generate_series(1, $2::int) n`,
    [teacher.id, LIMITS.questionBanksPerOwner],
  );
  expect((await create(teacher, { kind: 'teacher' })).code).toBe('question.tooManyBanks');
});
