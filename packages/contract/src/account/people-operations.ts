/** What administrators do with accounts. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { phone } from './phone.ts';
import { type Role, role } from './session.ts';

export const accountStatus = z.enum(['active', 'frozen', 'closing', 'closed']);
export type PersonStatus = z.output<typeof accountStatus>;

/** What a role may be given for instead of the whole platform. On the wire a scope is `<kind>:<id>`; a publisher's id is its name. */
export const roleScopeKind = z.enum(['publisher', 'institution', 'book']);
export type RoleScopeKind = z.output<typeof roleScopeKind>;

/** The roles that have a bound. A role without one reaches the whole platform or nothing. */
export const SCOPE_OF_ROLE: Readonly<Partial<Record<Role, RoleScopeKind>>> = {
  author: 'book',
  editor: 'publisher',
  finance: 'publisher',
  orgAdmin: 'institution',
};

/** Undefined for the empty scope and for one of no kind there is. */
export const scopeKindOf = (scope: string): RoleScopeKind | undefined => roleScopeKind.safeParse(scope.split(':', 1)[0]).data;

/** A role with what it reaches (`scope`; empty: the whole platform; `scopeName`: what that is called now, absent once it is gone) and when it ends. */
export const heldRole = z.object({
  role,
  scope: z.string(),
  scopeName: z.string().optional(),
  grantedAt: z.number().int(),
  expiresAt: z.number().int().optional(),
});
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
 * `q`: a part of the nickname, a whole number, the last four digits of one, one as we show it (`138****0001`), or an account's id.
 * Empty: everybody, the newest first.
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
    limit: pageLimit(),
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

/**
 * For who has lost their number and whose identity was checked another way: gives the account another. Every session ends, and codes sent to
 * either number are worth nothing; the password and WeChat stay. The number the account has already changes nothing. Administrators prove
 * their own number as everybody does (`changePhone`).
 */
export const changePersonPhone = operation({
  name: 'changePersonPhone',
  method: 'POST',
  path: '/api/admin/user/phone',
  summary: '更换手机号（核实身份后）',
  input: z.object({ userId: z.string().max(64), tel: phone, reason }),
  output: personRecord,
  errors: ['account.personNotFound', 'account.notYourself', 'account.phoneTaken'],
});

/** What a role can be given for, by a part of its name; at most 20. Empty for a role that has no bound. */
export const listRoleScopes = operation({
  name: 'listRoleScopes',
  method: 'GET',
  path: '/api/admin/user/scopes',
  summary: '角色的可选范围',
  input: z.object({ role, q: z.string().trim().max(60).default('') }),
  output: z.object({ items: z.array(z.object({ scope: z.string(), name: z.string() })) }),
});
