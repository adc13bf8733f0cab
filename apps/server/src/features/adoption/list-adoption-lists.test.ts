/** Tests that a teacher sees the own lists, and what a new list may choose. */
import type { listAdoptionLists, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADOPTION_TERM } from '../../testing/adoption-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('listAdoptionLists', ['teacher']);

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

test('a teacher sees the own lists, the own institutions with their deadlines, and the own active classes', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.anAdoption(teacher, fixture.institutionId);
  await fixture.anAdoption(await fixture.aTeacher(), fixture.institutionId);
  for (const institution of [fixture.institutionId, fixture.otherInstitutionId])
    await fixture.query('insert into adoption_deadline (institution_id, term, closes_at) values ($1, $2, 5)', [institution, ADOPTION_TERM]);
  const group = await fixture.post<{ id: string }>('/api/class/create', teacher, { name: '甲班', term: '秋季', bookId: fixture.bookId });
  const { payload } = await fixture.get<OutputOf<typeof listAdoptionLists>>('/api/adoption/list', teacher);
  expect(payload?.items.map((list) => [list.id, list.nextLevel, list.closesAt])).toEqual([[id, 'section', 5]]);
  expect(payload?.institutions).toEqual([{ id: fixture.institutionId, name: '江南大学' }]);
  expect(payload?.deadlines).toEqual([{ institution: { id: fixture.institutionId, name: '江南大学' }, term: ADOPTION_TERM, closesAt: 5 }]);
  expect(payload?.classes).toEqual([{ id: group.payload?.id, name: '甲班' }]);
});
