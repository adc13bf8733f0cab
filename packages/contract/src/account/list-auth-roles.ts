import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { role } from './session.ts';

/**
 * Pages of the user's area that only some users see. `teacher`: for teachers and applicants; `myEditedBook`: for contributors of a book.
 */
export const personalPage = z.enum(['teacher', 'myEditedBook']);

export type PersonalPage = z.output<typeof personalPage>;

/**
 * Returns the caller's roles (`scope` is empty for the whole platform; `scopeName` is its current name) and their permissions;
 * `boundPermissions`: permissions that the caller has only within the scopes of these roles. `personalPages`: pages below `/user` that
 * apply to the caller. For menus only: the server checks every call.
 */
export const listAuthRoles = operation({
  name: 'listAuthRoles',
  method: 'GET',
  path: '/apiv2/auth/get-roles',
  summary: '读取全部角色',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({
    roles: z.array(z.object({ role, scope: z.string(), scopeName: z.string().optional() })),
    permissions: z.array(z.string()),
    boundPermissions: z.array(z.string()).optional(),
    personalPages: z.array(personalPage).optional(),
  }),
});
