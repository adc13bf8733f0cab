/**
 * The log of operators' acts. An act and its row are written in one transaction: neither is there without the other. The only SQL on
 * `audit_act`.
 */
import { type AuditAct, type AuditTarget, newId, RULE_OPERATOR } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import type { ReaderContext } from './http/call-context.ts';

/** Who acts: a person at the desk in one request, or whoever may run commands on the server. */
export interface DeskOperator {
  readonly userId: string;
  readonly requestId: string;
}
export type Operator = DeskOperator | 'commandLine';

export const operatorOf = ({ reader, requestId }: Pick<ReaderContext, 'reader' | 'requestId'>): DeskOperator => ({
  userId: reader.userId,
  requestId,
});

type Facts = Readonly<Record<string, unknown>>;

export interface Act {
  readonly act: AuditAct;
  /** `name`: of a book, a version and the like; never of a person. */
  readonly target: { readonly kind: AuditTarget; readonly id: string; readonly name?: string };
  readonly before?: Facts;
  readonly after?: Facts;
  readonly reason?: string;
}

const json = (facts: Facts | undefined): SQL => (facts === undefined ? sql`null` : sql`${JSON.stringify(facts)}::jsonb`);

/** To be called within the transaction of the act. */
export const recordAct = async (tx: Queryable, operator: Operator | typeof RULE_OPERATOR, act: Act, nowMs: number): Promise<void> => {
  const byRule = { userId: RULE_OPERATOR, requestId: null };
  const { userId = null, requestId = null } = operator === 'commandLine' ? {} : operator === RULE_OPERATOR ? byRule : operator;
  const { target, before, after, reason = '' } = act;
  await tx.execute(sql`
    insert into audit_act (id, at, operator_id, act, target_kind, target_id, target_name, before, after, reason, request_id)
    values (${newId(nowMs)}, ${nowMs}, ${userId}, ${act.act}, ${target.kind}, ${target.id}, ${target.name ?? ''}, ${json(before)}, ${json(after)},
      ${reason}, ${requestId})`);
};

/** Of two states of a thing the fields that differ, before and after. */
export const changeBetween = (before: Facts, after: Facts): { before: Facts; after: Facts } => {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (facts: Facts): Facts => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  return { before: pick(before), after: pick(after) };
};

export interface RecordedAct {
  readonly id: string;
  readonly at: number;
  /** Undefined: the command line. */
  readonly operatorId: string | undefined;
  readonly act: AuditAct;
  readonly target: { readonly kind: AuditTarget; readonly id: string; readonly name: string };
  readonly before: Facts | undefined;
  readonly after: Facts | undefined;
  readonly reason: string;
  readonly requestId: string | undefined;
}

interface Row extends Record<string, unknown> {
  id: string;
  at: number;
  operator_id: string | null;
  act: AuditAct;
  target_kind: AuditTarget;
  target_id: string;
  target_name: string;
  before: Facts | null;
  after: Facts | null;
  reason: string;
  request_id: string | null;
}

export interface ActFilter {
  readonly act?: AuditAct | undefined;
  readonly targetKind?: AuditTarget | undefined;
  readonly targetId?: string | undefined;
  /** `cli`: the command line. */
  readonly operatorId?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after?: { readonly at: number; readonly id: string } | undefined;
  readonly limit: number;
}

const operatorIs = (operatorId: string): SQL => (operatorId === 'cli' ? sql`operator_id is null` : sql`operator_id = ${operatorId}`);

/** The newest first. */
export const listActs = async (db: Queryable, filter: ActFilter): Promise<RecordedAct[]> => {
  const { act, targetKind, targetId, operatorId, from, to, after, limit } = filter;
  const parts = [sql`true`];
  if (act !== undefined) parts.push(sql`act = ${act}`);
  if (targetKind !== undefined) parts.push(sql`target_kind = ${targetKind}`);
  if (targetId !== undefined) parts.push(sql`target_id = ${targetId}`);
  if (operatorId !== undefined) parts.push(operatorIs(operatorId));
  if (from !== undefined) parts.push(sql`at >= ${from}::bigint`);
  if (to !== undefined) parts.push(sql`at < ${to}::bigint`);
  if (after !== undefined) parts.push(sql`(at, id) < (${after.at}::bigint, ${after.id})`);
  const { rows } = await db.execute<Row>(sql`
    select id, at, operator_id, act, target_kind, target_id, target_name, before, after, reason, request_id from audit_act
    where ${sql.join(parts, sql` and `)} order by at desc, id desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    operatorId: row.operator_id ?? undefined,
    act: row.act,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    before: row.before ?? undefined,
    after: row.after ?? undefined,
    reason: row.reason,
    requestId: row.request_id ?? undefined,
  }));
};

/** Everybody who ever acted at the desk. */
export const listOperatorIds = async (db: Queryable): Promise<string[]> => {
  const { rows } = await db.execute<{ operator_id: string }>(
    sql`select distinct operator_id from audit_act where operator_id is not null order by 1`,
  );
  return rows.map(({ operator_id }) => operator_id);
};
