/** Tests categories, weights and columns of gradebooks. */
import { type GradeSchemeRecord, newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type GradebookFixture, newScheme, oneCell, openGradebookFixture, points } from './testing/gradebook-fixture.ts';

testAccess('saveGradeScheme', ['teacher', 'admin']);
testIdempotency('saveGradeScheme', async ({ aTeacher, aClass }) => {
  const as = await aTeacher();
  return { as, body: newScheme((await aClass(as)).id).scheme };
});

let fixture: GradebookFixture;
beforeAll(async () => {
  fixture = await openGradebookFixture();
});
afterAll(() => fixture?.shop.close());

const save = (as: Parameters<GradebookFixture['post']>[1], body: object) => fixture.post<GradeSchemeRecord>('/api/grade/scheme', as, body);

test('a change that was made on an older scheme is refused, and one on the newest keeps order and ids', async () => {
  const { teacher, scheme } = await fixture.aGradebook();
  expect((await save(teacher, scheme)).code).toBe('grade.schemeChanged');
  const columns = [{ ...scheme.columns[1], title: '期末闭卷' }, scheme.columns[0]];
  const { payload } = await save(teacher, { ...scheme, rev: 1, columns });
  expect(payload?.rev).toBe(2);
  expect(payload?.columns.map(({ title, isReleased }) => [title, isReleased])).toEqual([
    ['期末闭卷', false],
    ['作业一', false],
  ]);
});

test('a column with results cannot be removed, an empty one can', async () => {
  const book = await fixture.aGradebook();
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.exam, points(80)));
  const [homework, exam] = book.scheme.columns;
  const refused = await save(book.teacher, { ...book.scheme, rev: 1, columns: [homework] });
  expect([refused.code, refused.message]).toEqual(['grade.columnInUse', '“期末考试”已有成绩，不能删除。请先清空这一项的成绩']);
  expect((await save(book.teacher, { ...book.scheme, rev: 1, columns: [exam] })).payload?.columns.map(({ id }) => id)).toEqual([book.exam]);
  await fixture.post('/api/grade/set', book.teacher, oneCell(book, book.exam, { kind: 'empty' }, 1));
  expect((await save(book.teacher, { ...book.scheme, rev: 2, categories: [], columns: [] })).payload?.columns).toEqual([]);
});

test('ids of another class, ids given twice and columns without a category are refused and change nothing', async () => {
  const [own, other] = [await fixture.aGradebook(), await fixture.aGradebook()];
  const [column] = own.scheme.columns;
  for (const change of [
    { columns: other.scheme.columns, categories: other.scheme.categories },
    { columns: [column, column] },
    { columns: [{ ...column, categoryId: newId() }] },
  ])
    expect((await save(own.teacher, { ...own.scheme, rev: 1, ...change })).code).toBe('request.invalid');
  expect((await save(own.teacher, { ...own.scheme, rev: 1 })).payload?.rev).toBe(2);
  expect((await save(other.teacher, { ...other.scheme, rev: 1 })).payload?.columns).toHaveLength(2);
});
