/** Tests of `listRoleScopes`: a role gets the scopes of its kind (publisher, institution or book). */
import { expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { callerOf } from '../testing/caller.ts';
import { listRoleScopes } from './list-role-scopes.ts';

testAccess('listRoleScopes', ['admin'], 'platform');

const scopes = {
  find: async (kind: string, q: string, limit: number) => (limit > 0 && q === '论语' ? [{ id: 'b1', name: `${kind} 论语` }] : []),
  namesOf: async () => new Map<string, string>(),
};

it('returns scopes with their names, and none for a role without scopes', async () => {
  const list = (role: 'author' | 'editor' | 'teacher', q: string) => listRoleScopes({ scopes }, callerOf() as never, { role, q });
  expect(await list('author', '论语')).toEqual({ items: [{ scope: 'book:b1', name: 'book 论语' }] });
  expect(await list('editor', '论语')).toEqual({ items: [{ scope: 'publisher:b1', name: 'publisher 论语' }] });
  expect(await list('editor', '孟子')).toEqual({ items: [] });
  expect(await list('teacher', '论语')).toEqual({ items: [] });
});
