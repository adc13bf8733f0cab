/** Tests that a deadline is set, moved and removed by the own institution only. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADOPTION_TERM } from '../../testing/adoption-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('setAdoptionDeadline', ['orgAdmin', 'admin'], 'institutionId:institution');
testIdempotency('setAdoptionDeadline', async ({ aUser, anInstitution }) => ({
  as: await aUser('admin'),
  body: { institutionId: await anInstitution(), term: ADOPTION_TERM, closesAt: 1 },
}));

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

test('a deadline is set, moved and removed; other institutions are not found', async () => {
  const set = (as: TestUser, closesAt: number | null, institutionId = fixture.institutionId) =>
    fixture.post('/api/admin/adoption/deadline', as, { institutionId, term: ADOPTION_TERM, closesAt });
  const stored = () => fixture.query('select closes_at from adoption_deadline where institution_id = $1', [fixture.institutionId]);
  await set(fixture.orgAdmin, 5);
  await set(fixture.orgAdmin, 9);
  expect(await stored()).toEqual([{ closes_at: 9 }]);
  expect((await set(fixture.otherOrgAdmin, 1)).code).toBe('institution.notFound');
  expect((await set(await fixture.shop.user('13700137000', 'admin'), 1, newId())).code).toBe('institution.notFound');
  expect((await set(fixture.orgAdmin, null)).message).toBe('已取消截止时间');
  expect(await stored()).toEqual([]);
});
