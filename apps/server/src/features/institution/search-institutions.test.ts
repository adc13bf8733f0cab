/** Tests of `searchInstitutions`: only institutions that offer sign-in now. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { callerOf, payloadOf } from '../account/testing/caller.ts';
import { searchInstitutions } from './search-institutions.ts';
import { createInstitutionFixture, type InstitutionFixture } from './testing/institution-fixture.ts';

testAccess('searchInstitutions', 'everyone');

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

it('finds by name, pinyin, initials and domain, and leaves out institutions without sign-in', async () => {
  const id = await fixture.createInstitution('临渠学院', 'linqu.edu.cn');
  const find = (q: string, dependencies = fixture.institutions) => payloadOf(searchInstitutions(dependencies, callerOf(), { q }));
  for (const q of ['临渠', 'linqu', 'lqxy', 'linqu.edu', ''])
    expect(await find(q)).toEqual({ items: [{ id, name: '临渠学院', domain: 'linqu.edu.cn' }], more: false, discovery: false });
  expect((await find('没有这所')).items).toEqual([]);
  expect((await find('', { ...fixture.institutions, local: undefined })).items).toEqual([]);
});

it('finds by a part of the name, of its pinyin or of the domain, in any case, and nothing else', async () => {
  await fixture.createInstitution('英台大学', 'yingtai.edu.cn');
  const find = async (q: string) =>
    (await payloadOf(searchInstitutions(fixture.institutions, callerOf(), { q }))).items.map(({ name }) => name);
  for (const q of ['英台', 'yingtai', 'ytdx']) expect(await find(q), q).toEqual(['英台大学']);
  for (const q of ['LQXY', 'linqu.edu']) expect(await find(q), q).toEqual(['临渠学院']);
  expect(await find('没有这所')).toEqual([]);
});
