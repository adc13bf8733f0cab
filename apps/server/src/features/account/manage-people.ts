/** What administrators do with accounts: look through them, give and take roles, freeze and unfreeze, change a lost number. Each act is in the log with its reason. */
import {
  CodedError,
  type listPeople as listOperation,
  maskPhone,
  type OutputOf,
  type ParsedInputOf,
  type PersonRecord,
  type changePersonPhone as phoneOperation,
  type RoleScopeKind,
  type setPersonRoles as rolesOperation,
  SCOPE_OF_ROLE,
  scopeKindOf,
  type listRoleScopes as scopesOperation,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Account } from './account.ts';
import { listPeopleRows, setStatus } from './people-store.ts';
import { dropCodesSentTo } from './proof-store.ts';
import { setRoles } from './roles.ts';
import { lockUser } from './session-store.ts';
import { revokeSessions } from './sessions.ts';
import { findUserById, lockUserTel, setUserTel } from './user-store.ts';

/** What roles are given for belongs to other slices. */
export interface ScopeDirectory {
  /** By a part of the name, at most `limit`. */
  readonly find: (kind: RoleScopeKind, q: string, limit: number) => Promise<{ readonly id: string; readonly name: string }[]>;
  /** What these are called now, by id; without those that are gone. */
  readonly namesOf: (kind: RoleScopeKind, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

type Parts = Pick<Account, 'db' | 'clock' | 'events' | 'keys'> & { readonly scopes: ScopeDirectory };

const idOf = (scope: string): string => scope.slice(scope.indexOf(':') + 1);

/** The names of these scopes, by scope. */
export const nameScopes = async ({ scopes }: Pick<Parts, 'scopes'>, given: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const named = new Map<string, string>();
  for (const kind of new Set(given.flatMap((scope) => scopeKindOf(scope) ?? []))) {
    const mine = given.filter((scope) => scopeKindOf(scope) === kind);
    const names = await scopes.namesOf(kind, [...new Set(mine.map(idOf))]);
    for (const scope of mine) {
      const name = names.get(idOf(scope));
      if (name !== undefined) named.set(scope, name);
    }
  }
  return named;
};

const withScopeNames = async (parts: Parts, people: readonly PersonRecord[]): Promise<PersonRecord[]> => {
  const names = await nameScopes(
    parts,
    people.flatMap(({ roles }) => roles.map(({ scope }) => scope)),
  );
  return people.map((person) => ({
    ...person,
    roles: person.roles.map((held) => {
      const scopeName = names.get(held.scope);
      return scopeName === undefined ? held : { ...held, scopeName };
    }),
  }));
};

const SCOPES_SHOWN = 20;

export const listRoleScopes = async (
  { scopes }: Parts,
  { role, q }: ParsedInputOf<typeof scopesOperation>,
): Promise<OutputOf<typeof scopesOperation>> => {
  const kind = SCOPE_OF_ROLE[role];
  const found = kind === undefined ? [] : await scopes.find(kind, q, SCOPES_SHOWN);
  return { items: found.map(({ id, name }) => ({ scope: `${kind}:${id}`, name })) };
};

const encodePlace = ({ createdAt, userId }: PersonRecord): string => Buffer.from(`${createdAt} ${userId}`).toString('base64url');

/** Throws `request.invalid` for a cursor that is none of ours. */
const decodePlace = (cursor: string): { at: number; id: string } => {
  const [, at, id] = /^(\d{1,15}) ([0-9a-z]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || id === undefined) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  return { at: Number(at), id };
};

export const listPeople = async (
  parts: Parts,
  { cursor, limit, ...filter }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  const after = cursor === undefined ? undefined : decodePlace(cursor);
  const found = await listPeopleRows(parts.db.orm, { ...filter, after, limit: limit + 1 }, parts.clock.now());
  const items = await withScopeNames(parts, found.slice(0, limit));
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, ...(last === undefined ? {} : { nextCursor: encodePlace(last) }) };
};

const requirePerson = async (parts: Parts, userId: string): Promise<PersonRecord> => {
  const rows = await listPeopleRows(parts.db.orm, { q: '', userId, limit: 1 }, parts.clock.now());
  const [person] = await withScopeNames(parts, rows);
  if (person === undefined || person.status === 'closed') throw new CodedError('account.personNotFound');
  return person;
};

/** Throws `account.personNotFound`, `account.notYourself`, `request.invalid` for a scope the role does not have or that is not there. */
export const setPersonRoles = async (
  account: Parts,
  operator: DeskOperator,
  { userId, add, remove, reason }: ParsedInputOf<typeof rolesOperation>,
): Promise<PersonRecord> => {
  await requirePerson(account, userId);
  if (userId === operator.userId && remove.some(({ role }) => role === 'admin')) throw new CodedError('account.notYourself');
  const scoped = add.filter(({ scope }) => scope !== '');
  const names = await nameScopes(
    account,
    scoped.map(({ scope }) => scope),
  );
  for (const { role, scope } of scoped) {
    if (SCOPE_OF_ROLE[role] === undefined || SCOPE_OF_ROLE[role] !== scopeKindOf(scope))
      throw new CodedError('request.invalid', { reason: '这个角色不能限定到这个范围' });
    if (!names.has(scope)) throw new CodedError('request.invalid', { reason: '没有找到这个范围，请重新选择' });
  }
  await setRoles(account, userId, { add, remove }, operator, reason);
  return requirePerson(account, userId);
};

/** Throws `account.personNotFound`, `account.notYourself`. An account being closed stays so: there is nothing to freeze. */
export const freezePerson = async (
  account: Parts,
  operator: DeskOperator,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): Promise<PersonRecord> => {
  const { status } = await requirePerson(account, userId);
  if (userId === operator.userId) throw new CodedError('account.notYourself');
  if (status === 'closing') throw new CodedError('request.invalid', { reason: '这个账号正在注销' });
  const now = account.clock.now();
  await revokeSessions(account, userId, async (tx) => {
    if ((await lockUser(tx, userId))?.status !== 'active') return;
    await setStatus(tx, userId, 'frozen', now);
    const facts = { before: { status: 'active' }, after: { status: 'frozen' }, reason };
    await recordAct(tx, operator, { act: 'user.freeze', target: { kind: 'user', id: userId }, ...facts }, now);
  });
  return requirePerson(account, userId);
};

/**
 * Gives the account another number. The session of whoever holds the lost one must not begin any more: `startSession` asks for the number
 * again. Throws `account.personNotFound`, `account.notYourself`, `account.phoneTaken`.
 */
export const changePersonPhone = async (
  account: Parts,
  operator: DeskOperator,
  { userId, tel, reason }: ParsedInputOf<typeof phoneOperation>,
): Promise<PersonRecord> => {
  await requirePerson(account, userId);
  if (userId === operator.userId) throw new CodedError('account.notYourself');
  const now = account.clock.now();
  const before = await findUserById(account.db.orm, userId);
  if (before?.tel === tel) return requirePerson(account, userId);
  await revokeSessions(account, userId, async (tx) => {
    const lost = await lockUserTel(tx, userId);
    // Of two equal wishes at the same moment the second finds it done.
    if (lost === tel) return;
    if (!(await setUserTel(tx, userId, tel, now))) throw new CodedError('account.phoneTaken');
    await dropCodesSentTo(tx, lost === undefined ? [tel] : [lost, tel]);
    const facts = { before: { tel: maskPhone(lost ?? '') }, after: { tel: maskPhone(tel) }, reason };
    await recordAct(tx, operator, { act: 'user.phone', target: { kind: 'user', id: userId }, ...facts }, now);
  });
  return requirePerson(account, userId);
};

/** Throws `account.personNotFound`. */
export const unfreezePerson = async (
  account: Parts,
  operator: DeskOperator,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): Promise<PersonRecord> => {
  await requirePerson(account, userId);
  const now = account.clock.now();
  await account.db.transaction(async (tx) => {
    if ((await lockUser(tx, userId))?.status !== 'frozen') return;
    await setStatus(tx, userId, 'active', now);
    const facts = { before: { status: 'frozen' }, after: { status: 'active' }, reason };
    await recordAct(tx, operator, { act: 'user.unfreeze', target: { kind: 'user', id: userId }, ...facts }, now);
  });
  return requirePerson(account, userId);
};
