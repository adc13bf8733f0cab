/** Account operations of administrators. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { type Role, role } from './session.ts';

export const accountStatus = z.enum(['active', 'frozen', 'closing', 'closed']);

export type AccountStatus = z.output<typeof accountStatus>;

/** Kinds of scope to which a role can be limited. On the wire a scope is `<kind>:<id>`; the id of a publisher is its name. */
export const roleScopeKind = z.enum(['publisher', 'institution', 'book']);

export type RoleScopeKind = z.output<typeof roleScopeKind>;

/** The scope kind of each role that can be limited. All other roles apply to the whole platform. */
export const SCOPE_OF_ROLE: Readonly<Partial<Record<Role, RoleScopeKind>>> = {
  author: 'book',
  editor: 'publisher',
  finance: 'publisher',
  orgAdmin: 'institution',
};

/** Returns the kind of a scope; undefined for the empty scope and for an unknown kind. */
export const scopeKindOf = (scope: string): RoleScopeKind | undefined => roleScopeKind.safeParse(scope.split(':', 1)[0]).data;

/** A granted role. `scope` is empty for the whole platform; `scopeName` is the current name of the scope, absent if it no longer exists. */
export const grantedRole = z.object({
  role,
  scope: z.string(),
  scopeName: z.string().optional(),
  grantedAt: z.number().int(),
  expiresAt: z.number().int().optional(),
});

export type GrantedRole = z.output<typeof grantedRole>;

export const userRecord = z.object({
  userId: z.string(),
  nickname: z.string(),
  /** The user's phone number, masked. */
  tel: z.string(),
  status: accountStatus,
  roles: z.array(grantedRole),
  createdAt: z.number().int(),
  /** Time of the last activity in a session of the user that has not ended, UTC ms; absent without such a session. */
  lastSeenAt: z.number().int().optional(),
});

export type UserRecord = z.output<typeof userRecord>;

export const operatorReason = z.string().trim().min(1, '请写明原因').max(LIMITS.operatorReasonChars);
