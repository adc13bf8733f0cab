/** Tests of `listInstitutions`: the number of users is visible to the institution and the platform only. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { payloadOf, signedInCallerOf } from '../account/testing/caller.ts';
import { listInstitutions } from './list-institutions.ts';
import { createInstitutionFixture, type InstitutionFixture } from './testing/institution-fixture.ts';

testAccess('listInstitutions', ['editor', 'finance', 'orgAdmin', 'admin'], 'filtered');

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

it('pages by name, and shows only what is in the scope of the caller', async () => {
  const id = await fixture.createInstitution('临渠学院', 'linqu.edu.cn');
  await fixture.createInstitution('英台大学', 'yingtai.edu.cn');
  const list = (accessScope?: { publishers: string[]; institutions: string[] }) =>
    payloadOf(listInstitutions(fixture.institutions, signedInCallerOf('admin', { accessScope }), { q: '' }));
  const all = await list();
  expect(all.items.map(({ name, members, linked }) => [name, members, linked])).toEqual([
    ['临渠学院', 0, 0],
    ['英台大学', 0, 0],
  ]);
  expect(all.platform).toMatchObject({ local: true, redirectUri: expect.stringContaining('/lesson/connect/dispatch') });
  expect((await list({ publishers: [], institutions: [id] })).items.map(({ name }) => name)).toEqual(['临渠学院']);
  const publisher = await list({ publishers: ['p1'], institutions: [] });
  expect(publisher.items.map(({ name }) => name)).toEqual(['临渠学院', '英台大学']);
  expect(publisher.items.every((item) => !('members' in item))).toBe(true);
});
