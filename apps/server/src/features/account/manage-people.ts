/** What administrators do with accounts: look through them, give and take roles, freeze and unfreeze. Each act is in the log with its reason. */
import {
  CodedError,
  type listPeople as listOperation,
  type OutputOf,
  type ParsedInputOf,
  type PersonRecord,
  type setPersonRoles as rolesOperation,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Account } from './account.ts';
import { listPeopleRows, setStatus } from './people-store.ts';
import { setRoles } from './roles.ts';
import { lockUser } from './session-store.ts';
import { revokeSessions } from './sessions.ts';

type Parts = Pick<Account, 'db' | 'clock' | 'events' | 'keys'>;

const encodePlace = ({ createdAt, userId }: PersonRecord): string => Buffer.from(`${createdAt} ${userId}`).toString('base64url');

/** Throws `request.invalid` for a cursor that is none of ours. */
const decodePlace = (cursor: string): { at: number; id: string } => {
  const [, at, id] = /^(\d{1,15}) ([0-9a-z]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || id === undefined) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  return { at: Number(at), id };
};

export const listPeople = async (
  { db, clock }: Parts,
  { cursor, limit, ...filter }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  const after = cursor === undefined ? undefined : decodePlace(cursor);
  const found = await listPeopleRows(db.orm, { ...filter, after, limit: limit + 1 }, clock.now());
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, ...(last === undefined ? {} : { nextCursor: encodePlace(last) }) };
};

const requirePerson = async ({ db, clock }: Parts, userId: string): Promise<PersonRecord> => {
  const [person] = await listPeopleRows(db.orm, { q: '', userId, limit: 1 }, clock.now());
  if (person === undefined || person.status === 'closed') throw new CodedError('account.personNotFound');
  return person;
};

/** What a role may be given for: rows of product.md §5 that reach a part. The others are for the whole platform, and a part would be no bound. */
const SCOPES: Readonly<Partial<Record<string, RegExp>>> = { author: /^book:[0-9a-z]{26}$/ };

/** Throws `account.personNotFound`, `account.notYourself`, `request.invalid` for a scope the role does not have. */
export const setPersonRoles = async (
  account: Parts,
  operator: DeskOperator,
  { userId, add, remove, reason }: ParsedInputOf<typeof rolesOperation>,
): Promise<PersonRecord> => {
  await requirePerson(account, userId);
  if (userId === operator.userId && remove.some(({ role }) => role === 'admin')) throw new CodedError('account.notYourself');
  for (const { role, scope } of add) {
    if (scope !== '' && SCOPES[role]?.test(scope) !== true)
      throw new CodedError('request.invalid', { reason: '这个角色不能限定到这个范围' });
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
