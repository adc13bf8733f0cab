/** Tests of `getRole`: the highest role of the caller. */
import type { Role } from '@shufang/contract';
import { expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { signedInCallerOf } from '../testing/caller.ts';
import { getRole } from './get-role.ts';

testAccess('getRole', 'every user');

it.each<[Role[], Role]>([
  [['reader'], 'reader'],
  [['reader', 'teacher'], 'teacher'],
  [['editor', 'reader', 'admin'], 'admin'],
])('the highest role of %j is %s', async (roles, highest) => {
  const caller = signedInCallerOf('user');
  expect(await getRole({}, { ...caller, reader: { ...caller.reader, roles } }, {})).toEqual({ role: highest });
});
