/** Tests of `listAuthRoles`: the roles of the caller with their scopes, and the permissions they grant. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { addRole } from '../../authorization/user-roles.ts';
import { type AccountFixture, createAccountFixture } from '../testing/account-fixture.ts';
import { payloadOf } from '../testing/caller.ts';
import { listAuthRoles } from './list-auth-roles.ts';

testAccess('listAuthRoles', 'every user');

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const SCOPE = 'publisher:p1';

it('names scopes by their current name, lists limited permissions apart, and leaves out withheld roles', async () => {
  const caller = await fixture.signedInCaller('13900000906');
  const { userId } = caller.reader;
  await fixture.account.db.transaction((tx) => addRole(tx, { userId, role: 'editor', scope: SCOPE, grantedAt: 0 }));
  const dependencies = {
    ...fixture.account,
    scopes: { find: async () => [], namesOf: async () => new Map([['p1', '墨池出版社']]) },
    personalPagesOf: async () => ['teacher' as const],
  };
  const reader = { ...caller.reader, roles: ['reader', 'editor'] as const };
  const all = await payloadOf(listAuthRoles(dependencies, { ...caller, reader }, {}));
  expect(all.roles).toEqual([
    { role: 'editor', scope: SCOPE, scopeName: '墨池出版社' },
    { role: 'reader', scope: '' },
  ]);
  expect(all.permissions).toContain('publishBook');
  expect(all.boundPermissions).toContain('publishBook');
  expect(all.personalPages).toEqual(['teacher']);
  const withheld = { ...caller.reader, withheldRoles: ['editor'] as const };
  const rest = await payloadOf(listAuthRoles(dependencies, { ...caller, reader: withheld }, {}));
  expect(rest.roles).toEqual([{ role: 'reader', scope: '' }]);
  expect(rest.permissions).not.toContain('publishBook');
});
