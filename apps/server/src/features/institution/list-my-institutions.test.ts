/** Tests of `listMyInstitutions`: linked institutions, and those active in this session. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { payloadOf, signedInCallerOf } from '../account/testing/caller.ts';
import { listMyInstitutions } from './list-my-institutions.ts';
import { createInstitutionFixture, type InstitutionFixture } from './testing/institution-fixture.ts';

testAccess('listMyInstitutions', 'every user');

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

it('lists a linked institution with its license modes for this session alone', async () => {
  const institutionId = await fixture.createInstitution('临渠学院', 'linqu.edu.cn');
  const caller = await fixture.signedInCaller('13900000922');
  const list = (as = caller) => payloadOf(listMyInstitutions(fixture.institutions, as, {}));
  expect(await list()).toEqual({ items: [] });
  expect(await fixture.signInAt(institutionId, 'yan-hui', caller)).toMatchObject({ outcome: 'bound', institution: '临渠学院' });
  expect((await list()).items).toMatchObject([{ id: institutionId, name: '临渠学院', link: { protocol: 'oidc' }, active: ['oidc'] }]);
  const elsewhere = signedInCallerOf({ userId: caller.reader.userId, sid: 'another session' });
  expect((await list(elsewhere)).items).toMatchObject([{ name: '临渠学院', active: [] }]);
});
