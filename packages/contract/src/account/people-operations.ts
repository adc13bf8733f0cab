/** What administrators do with accounts. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { role } from './session.ts';

export const accountStatus = z.enum(['active', 'frozen', 'closing', 'closed']);
export type PersonStatus = z.output<typeof accountStatus>;

/** A role with what it reaches (`scope`; empty: the whole platform) and when it ends. */
export const heldRole = z.object({ role, scope: z.string(), grantedAt: z.number().int(), expiresAt: z.number().int().optional() });
export type HeldRole = z.output<typeof heldRole>;

export const personRecord = z.object({
  userId: z.string(),
  nickname: z.string(),
  /** Masked. */
  tel: z.string(),
  status: accountStatus,
  roles: z.array(heldRole),
  createdAt: z.number().int(),
  /** Newest use of a session that is still open. */
  lastSeenAt: z.number().int().optional(),
});
export type PersonRecord = z.output<typeof personRecord>;

/**
 * `q`: a part of the nickname, a whole number, the last four digits of one, or one as we show it (`138****0001`). Empty: everybody,
 * the newest first.
 */
export const listPeople = operation({
  name: 'listPeople',
  method: 'GET',
  path: '/api/admin/user/list',
  summary: '用户列表',
  input: z.object({
    q: z.string().trim().max(40).default(''),
    role: role.optional(),
    status: accountStatus.optional(),
    cursor: z.string().max(128).optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault),
  }),
  output: z.object({ items: z.array(personRecord), nextCursor: z.string().optional() }),
});

const reason = z.string().trim().min(1, '请写明原因').max(LIMITS.operatorReasonChars);
const roleChange = z.object({ role, scope: z.string().trim().max(100).default('') });

/** Gives and takes roles. Nobody takes the administrator away from themselves: there may be no other. */
export const setPersonRoles = operation({
  name: 'setPersonRoles',
  method: 'POST',
  path: '/api/admin/user/roles',
  summary: '增减角色',
  input: z.object({
    userId: z.string().max(64),
    add: z.array(roleChange).max(20).default([]),
    remove: z.array(roleChange).max(20).default([]),
    reason,
  }),
  output: personRecord,
  errors: ['account.personNotFound', 'account.notYourself'],
});

/** Ends every session; nobody signs in to a frozen account. */
export const freezePerson = operation({
  name: 'freezePerson',
  method: 'POST',
  path: '/api/admin/user/freeze',
  summary: '冻结账号',
  input: z.object({ userId: z.string().max(64), reason }),
  output: personRecord,
  errors: ['account.personNotFound', 'account.notYourself'],
});

export const unfreezePerson = operation({
  name: 'unfreezePerson',
  method: 'POST',
  path: '/api/admin/user/unfreeze',
  summary: '解冻账号',
  input: z.object({ userId: z.string().max(64), reason }),
  output: personRecord,
  errors: ['account.personNotFound'],
});
