/** The log of operators' acts on the wire. */
import { type AuditRecord, CodedError, listAudit, type OutputOf, type ParsedInputOf } from '@shufang/contract';
import { listActs, listOperatorIds, type RecordedAct } from '../../platform/audit.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Router } from '../../platform/http/router.ts';

interface NamedPerson {
  readonly nickname: string;
  /** Masked. */
  readonly tel: string;
}

export interface AuditDependencies {
  readonly db: Queryable;
  /** By id; those that are gone are left out. */
  readonly findPeople: (userIds: readonly string[]) => Promise<ReadonlyMap<string, NamedPerson>>;
}

type People = ReadonlyMap<string, NamedPerson>;

const encodePlace = ({ at, id }: Pick<RecordedAct, 'at' | 'id'>): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** Throws `request.invalid` for a cursor that is none of ours. */
const decodePlace = (cursor: string): { at: number; id: string } => {
  const [, at, id] = /^(\d{1,15}) ([0-9a-z]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || id === undefined) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  return { at: Number(at), id };
};

const view = (act: RecordedAct, people: People): AuditRecord => {
  const who = act.operatorId === undefined ? undefined : people.get(act.operatorId);
  const target = act.target.kind === 'user' ? people.get(act.target.id) : undefined;
  return {
    id: act.id,
    at: act.at,
    ...(act.operatorId === undefined ? {} : { operator: { userId: act.operatorId, ...(who && { name: who.nickname, tel: who.tel }) } }),
    act: act.act,
    target: target === undefined ? act.target : { ...act.target, name: `${target.nickname} ${target.tel}`.trim() },
    ...(act.before === undefined ? {} : { before: act.before }),
    ...(act.after === undefined ? {} : { after: act.after }),
    reason: act.reason,
    ...(act.requestId === undefined ? {} : { requestId: act.requestId }),
  };
};

const listRecords = async (
  { db, findPeople }: AuditDependencies,
  { cursor, limit, ...filter }: ParsedInputOf<typeof listAudit>,
): Promise<OutputOf<typeof listAudit>> => {
  const after = cursor === undefined ? undefined : decodePlace(cursor);
  const [found, operators] = await Promise.all([listActs(db, { ...filter, after, limit: limit + 1 }), listOperatorIds(db)]);
  const page = found.slice(0, limit);
  const targets = page.flatMap(({ target }) => (target.kind === 'user' ? [target.id] : []));
  const people = await findPeople([...operators, ...targets]);
  const last = page.at(-1);
  return {
    items: page.map((act) => view(act, people)),
    operators: operators.map((userId) => {
      const name = people.get(userId)?.nickname;
      return { userId, ...(name === undefined ? {} : { name }) };
    }),
    ...(found.length > limit && last !== undefined ? { nextCursor: encodePlace(last) } : {}),
  };
};

export const registerAuditRoutes = (router: Router, deps: AuditDependencies): void => {
  router.handle(listAudit, (input) => listRecords(deps, input));
};
