/** Tests that an administrator sees the deadlines of the own institution. */
import type { listAdoptionDeadlines, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('listAdoptionDeadlines', ['orgAdmin', 'admin'], 'filtered');

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

test('an administrator sees the deadlines of the own institution, the latest first', async () => {
  for (const [institution, term, closesAt] of [
    [fixture.institutionId, '2026 年秋季学期', 1],
    [fixture.institutionId, '2027 年春季学期', 2],
    [fixture.otherInstitutionId, '2027 年春季学期', 3],
  ])
    await fixture.query('insert into adoption_deadline (institution_id, term, closes_at) values ($1, $2, $3)', [
      institution,
      term,
      closesAt,
    ]);
  const { payload } = await fixture.get<OutputOf<typeof listAdoptionDeadlines>>('/api/admin/adoption/deadlines', fixture.orgAdmin);
  expect(payload?.items.map(({ institution, closesAt }) => [institution.name, closesAt])).toEqual([
    ['江南大学', 2],
    ['江南大学', 1],
  ]);
});
