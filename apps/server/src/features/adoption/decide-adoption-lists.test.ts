/** Tests the three approvals, returns, and who may decide. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('decideAdoptionLists', ['orgAdmin', 'admin'], 'filtered');
testIdempotency('decideAdoptionLists', async ({ aUser, aTeacher, anInstitution, anAdoption }) => {
  const ids = [await anAdoption(await aTeacher(), await anInstitution())];
  return { as: await aUser('admin'), body: { ids, level: 'section', decision: 'approve', reviewer: '王主任' } };
});

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

const decide = (as: TestUser, ids: readonly string[], level: string, more: object = {}) =>
  fixture.post<{ changed: number }>('/api/admin/adoption/decide', as, { ids, level, decision: 'approve', reviewer: '王主任', ...more });
const read = async (as: TestUser, id: string) => (await fixture.get(`/api/adoption/get?id=${id}`, as)).payload;

test('three levels approve one after another; the last one confirms the list, notifies the teacher and opens the resources', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.anAdoption(teacher, fixture.institutionId);
  expect((await decide(fixture.orgAdmin, [id], 'department')).code).toBe('adoption.stateChanged');
  for (const level of ['section', 'department']) expect((await decide(fixture.orgAdmin, [id], level)).message).toBe('已通过 1 份');
  expect(await read(teacher, id)).toMatchObject({ status: 'submitted', nextLevel: 'school' });
  expect(await fixture.noticesOf(teacher)).toEqual([]);
  await decide(fixture.orgAdmin, [id], 'school', { remark: '同意' });
  const confirmed = await read(teacher, id);
  expect(confirmed?.status).toBe('confirmed');
  expect(confirmed?.reviews.map(({ level, reviewer, remark }) => [level, reviewer, remark])).toEqual([
    ['section', '王主任', ''],
    ['department', '王主任', ''],
    ['school', '王主任', '同意'],
  ]);
  expect(await fixture.noticesOf(teacher)).toEqual(['adoptionConfirmed']);
  const events = await fixture.query(`select action, reason from audit_event where target_id = $1 order by id`, [id]);
  expect(events.at(-1)).toEqual({ action: 'adoption.approve', reason: '王主任：同意' });
});

test('a return needs a reason, discards the approvals and stays visible to the teacher', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.anAdoption(teacher, fixture.institutionId, 'submitted', 2);
  expect((await decide(fixture.orgAdmin, [id], 'school', { decision: 'return' })).message).toBe('请写明退回的原因');
  await decide(fixture.orgAdmin, [id], 'school', { decision: 'return', remark: '人数与教务不符' });
  expect(await read(teacher, id)).toMatchObject({ status: 'returned', reviews: [{ decision: 'return', remark: '人数与教务不符' }] });
  expect(await fixture.noticesOf(teacher)).toEqual(['adoptionReturned']);
});

test('nobody decides lists of another institution or the own list, and a batch is decided as a whole or not at all', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.anAdoption(teacher, fixture.institutionId);
  expect((await decide(fixture.otherOrgAdmin, [id], 'section')).code).toBe('adoption.notFound');
  const foreign = await fixture.anAdoption(await fixture.aTeacher(fixture.otherInstitutionId), fixture.otherInstitutionId);
  expect((await decide(fixture.orgAdmin, [id, foreign], 'section')).code).toBe('adoption.notFound');
  expect(await read(teacher, id)).toMatchObject({ nextLevel: 'section' });
  await fixture.query(`insert into user_role (user_id, role, scope, granted_at) values ($1, 'orgAdmin', $2, 0)`, [
    teacher.id,
    `institution:${fixture.institutionId}`,
  ]);
  expect((await decide(teacher, [id], 'section')).code).toBe('adoption.ownList');
});
