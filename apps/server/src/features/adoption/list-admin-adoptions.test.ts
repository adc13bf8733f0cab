/** Tests the admin list of adoption lists: states, filters, pages, and the institution of the operator. */
import type { listAdminAdoptions, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('listAdminAdoptions', ['orgAdmin', 'admin'], 'filtered');

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

const list = async (as: TestUser, query = '') =>
  (await fixture.get<OutputOf<typeof listAdminAdoptions>>(`/api/admin/adoption/list?limit=2${query}`, as)).payload;

test('an administrator sees the lists of the own institution without drafts, by level, term, text and first adoption', async () => {
  const teacher = await fixture.aTeacher();
  const first = await fixture.anAdoption(teacher, fixture.institutionId);
  const second = await fixture.anAdoption(teacher, fixture.institutionId, 'submitted', 1, { isbn: '9787302511625' });
  await fixture.anAdoption(teacher, fixture.institutionId, 'draft');
  await fixture.anAdoption(teacher, fixture.institutionId, 'confirmed', 3, { submittedAt: 0 });
  const foreign = await fixture.anAdoption(await fixture.aTeacher(fixture.otherInstitutionId), fixture.otherInstitutionId);
  const idsOf = async (query: string) => (await list(fixture.orgAdmin, query))?.items.map(({ id }) => id);
  const page = await list(fixture.orgAdmin);
  expect(page?.items.map(({ id }) => id)).toEqual([first, second].toSorted());
  expect(page?.counts).toEqual({ submitted: 2, returned: 0, withdrawn: 0, confirmed: 1, ordered: 0 });
  expect(page?.items[0]?.teacher).toMatchObject({ userId: teacher.id });
  expect(await idsOf('&level=department')).toEqual([second]);
  expect(await idsOf('&first=true')).toEqual([second]);
  expect(await idsOf('&q=9787302511625')).toEqual([second]);
  expect(await idsOf('&q=%25')).toEqual([]);
  expect(await idsOf(`&term=${encodeURIComponent('2020 年春季学期')}`)).toEqual([]);
  expect((await list(fixture.otherOrgAdmin))?.items.map(({ id }) => id)).toEqual([foreign]);
  const one = await list(fixture.orgAdmin, '&limit=1');
  expect(one?.nextCursor).toBeUndefined();
});
