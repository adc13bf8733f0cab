/** Tests what an adoption list must contain, who may store it, and that no change is lost. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADOPTION_TERM, adoptionItemOf } from '../../testing/adoption-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('saveAdoptionList', ['teacher']);
testIdempotency('saveAdoptionList', async ({ aTeacher, anInstitution, joinInstitution, bookId }) => {
  const teacher = await aTeacher();
  const institutionId = await anInstitution();
  await joinInstitution(teacher, institutionId);
  return { as: teacher, body: { institutionId, term: ADOPTION_TERM, items: [adoptionItemOf(bookId)] } };
});

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

test('a new list is a draft, a change replaces its textbooks, and a change of an older revision is refused', async () => {
  const teacher = await fixture.aTeacher();
  const made = await fixture.save(teacher);
  expect(made.payload).toMatchObject({ status: 'draft', rev: 1, institution: { name: '江南大学' }, reviews: [] });
  expect(made.payload?.items[0]).toMatchObject({ courseCode: 'CS101', isFirst: true, className: '', students: 60, hasTeacherCopy: true });
  const list = { id: made.payload?.id, rev: 1 };
  const items = [
    adoptionItemOf(fixture.bookId, { isbn: '978-7-04-059900-8', students: 0, priceFen: 4980 }),
    adoptionItemOf(fixture.bookId, { courseCode: 'CS102', hasTeacherCopy: false }),
  ];
  const changed = await fixture.save(teacher, { list, items, note: '送到教材科' });
  expect(changed.payload).toMatchObject({ rev: 2, note: '送到教材科' });
  expect(changed.payload?.items.map(({ isbn, students, priceFen }) => [isbn, students, priceFen])).toEqual([
    ['9787040599008', 0, 4980],
    ['9787040599008', 60, undefined],
  ]);
  expect((await fixture.save(teacher, { list })).code).toBe('adoption.changedElsewhere');
});

test('a list with errors is refused with a sentence', async () => {
  const teacher = await fixture.aTeacher();
  const refused = async (...items: object[]) =>
    (await fixture.save(teacher, { items: items.map((item) => adoptionItemOf(fixture.bookId, item)) })).message;
  expect(await refused({ isbn: '9787040599009' })).toBe('ISBN 有误：应为 13 位，且校验位相符');
  expect(await refused({ courseCode: ' ' })).toBe('请填写课程代码');
  expect(await refused({}, { courseCode: 'CS102' })).toBe('同一种书每人只能领一本教师用书');
  expect(await refused({}, { hasTeacherCopy: false })).toBe('同一课程、同一班级的同一种书只能填一行');
  expect((await fixture.save(teacher, { items: [adoptionItemOf('0'.repeat(26))] })).code).toBe('catalog.bookNotFound');
  expect((await fixture.save(teacher, { items: [adoptionItemOf(fixture.bookId, { classId: newId() })] })).code).toBe('class.notFound');
});

test('a teacher stores lists of an own institution only, and cannot touch the list of another teacher or a submitted one', async () => {
  const teacher = await fixture.aTeacher();
  const colleague = await fixture.aTeacher();
  expect((await fixture.save(teacher, { institutionId: fixture.otherInstitutionId })).code).toBe('institution.notFound');
  const list = { id: await fixture.anAdoption(colleague, fixture.institutionId, 'draft'), rev: 1 };
  expect((await fixture.save(teacher, { list })).code).toBe('adoption.notFound');
  const submitted = { id: await fixture.anAdoption(teacher, fixture.institutionId), rev: 1 };
  expect((await fixture.save(teacher, { list: submitted })).code).toBe('adoption.stateChanged');
});
