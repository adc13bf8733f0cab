/** Tests when a list may be submitted: deadline, reason of a first adoption, one copy per person, state. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADOPTION_TERM, ISBN } from '../../testing/adoption-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('submitAdoptionList', ['teacher']);
testIdempotency('submitAdoptionList', async ({ aTeacher, anInstitution, joinInstitution, anAdoption }) => {
  const teacher = await aTeacher();
  const institutionId = await anInstitution();
  await joinInstitution(teacher, institutionId);
  return { as: teacher, body: { id: await anAdoption(teacher, institutionId, 'draft') } };
});

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

const submit = (as: TestUser, id: string) => fixture.post('/api/adoption/submit', as, { id });

test('a draft waits for the first level; a submitted list cannot be submitted again', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.anAdoption(teacher, fixture.institutionId, 'draft');
  const { payload, message } = await submit(teacher, id);
  expect([payload?.status, payload?.nextLevel, message]).toEqual(['submitted', 'section', '已提交，审批结果会通知您']);
  expect((await submit(teacher, id)).code).toBe('adoption.stateChanged');
  expect((await submit(await fixture.aTeacher(), id)).code).toBe('adoption.notFound');
});

test('after the deadline of the institution a list is refused with its time, until the deadline is moved', async () => {
  const teacher = await fixture.aTeacher(fixture.otherInstitutionId);
  const id = await fixture.anAdoption(teacher, fixture.otherInstitutionId, 'draft');
  const now = fixture.shop.platform.clock.now();
  const setDeadline = (closesAt: number) =>
    fixture.post('/api/admin/adoption/deadline', fixture.otherOrgAdmin, {
      institutionId: fixture.otherInstitutionId,
      term: ADOPTION_TERM,
      closesAt,
    });
  await setDeadline(Date.UTC(2020, 0, 1));
  expect((await submit(teacher, id)).message).toBe('本学期的征订已于 2020-01-01 08:00 截止，请联系学校教材管理部门');
  await setDeadline(now + 60_000);
  expect((await submit(teacher, id)).code).toBe('success');
});

test('a first adoption needs a reason, an empty list is refused, and a teacher gets one copy of a book per term', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.anAdoption(teacher, fixture.institutionId, 'returned', 0, { isbn: '9787302511625' });
  await fixture.query(`update adoption_item set reason = '' where list_id = $1`, [id]);
  expect((await submit(teacher, id)).message).toBe('《论语选读》是首次选用，请先填写选用理由');
  await fixture.anAdoption(await fixture.aTeacher(), fixture.institutionId, 'confirmed', 3, { isbn: '9787302511625' });
  await fixture.anAdoption(teacher, fixture.institutionId, 'submitted', 0, { isbn: ISBN });
  expect((await submit(teacher, id)).code).toBe('adoption.copyTaken');
  await fixture.query('update adoption_item set has_teacher_copy = false where list_id = $1', [id]);
  expect((await submit(teacher, id)).code).toBe('success');
  const empty = await fixture.save(teacher, { items: [] });
  expect((await submit(teacher, empty.payload?.id ?? '')).code).toBe('adoption.empty');
});

test('a teacher who left the institution cannot submit its list', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.anAdoption(teacher, fixture.institutionId, 'draft');
  await fixture.query('delete from institution_member where phone = $1', [teacher.tel]);
  expect((await submit(teacher, id)).code).toBe('institution.notFound');
});
