/** Lists audit events by page, with the names of operators and users. */
import type { AuditEvent } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { listAuditEvents, listOperatorIds, type StoredAuditEvent } from './audit-events.ts';

interface NamedUser {
  readonly nickname: string;
  /** The masked phone number of the user. */
  readonly tel: string;
}

export interface AuditDependencies {
  readonly db: Queryable;
  /** Returns users by id; those that do not exist are left out. */
  readonly findUsers: (userIds: readonly string[]) => Promise<ReadonlyMap<string, NamedUser>>;
}

type Users = ReadonlyMap<string, NamedUser>;

const view = (event: StoredAuditEvent, users: Users): AuditEvent => {
  const who = event.operatorId === undefined ? undefined : users.get(event.operatorId);
  const target = event.target.kind === 'user' ? users.get(event.target.id) : undefined;
  return {
    id: event.id,
    at: event.at,
    ...(event.operatorId === undefined ? {} : { operator: { userId: event.operatorId, ...(who && { name: who.nickname, tel: who.tel }) } }),
    action: event.action,
    target: target === undefined ? event.target : { ...event.target, name: `${target.nickname} ${target.tel}`.trim() },
    ...(event.before === undefined ? {} : { before: event.before }),
    ...(event.after === undefined ? {} : { after: event.after }),
    reason: event.reason,
    ...(event.requestId === undefined ? {} : { requestId: event.requestId }),
  };
};

export const listAudit: UseCase<'listAudit', AuditDependencies> = async ({ db, findUsers }, _caller, { cursor, limit, ...filter }) => {
  const after = readTimeCursor(cursor);
  const [found, operators] = await Promise.all([listAuditEvents(db, { ...filter, after, limit: limit + 1 }), listOperatorIds(db)]);
  const { items: page, next } = pageOf(found, limit, ({ at, id }) => writeCursor([at, id]));
  const targets = page.flatMap(({ target }) => (target.kind === 'user' ? [target.id] : []));
  const users = await findUsers([...operators, ...targets]);
  return {
    items: page.map((event) => view(event, users)),
    operators: operators.map((userId) => {
      const name = users.get(userId)?.nickname;
      return { userId, ...(name === undefined ? {} : { name }) };
    }),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};
