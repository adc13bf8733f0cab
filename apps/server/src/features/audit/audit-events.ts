/** Stores audit events. An operation and its audit event are written in one transaction. The only SQL on `audit_event`. */
import { type AuditAction, type AuditTarget, newId, RULE_OPERATOR } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';

/** The operator in a request of the admin area. */
export interface AdminOperator {
  readonly userId: string;
  readonly requestId: string;
}
/** Who made a change: an operator, or the command line of the server. */
export type Operator = AdminOperator | 'commandLine';

export const operatorOf = ({ reader, requestId }: Pick<ReaderContext, 'reader' | 'requestId'>): AdminOperator => ({
  userId: reader.userId,
  requestId,
});

type Facts = Readonly<Record<string, unknown>>;

export interface AuditEventInput {
  readonly action: AuditAction;
  /** The object of the event. `name`: the name of a book, a version or the like; never that of a user. */
  readonly target: { readonly kind: AuditTarget; readonly id: string; readonly name?: string };
  readonly before?: Facts;
  readonly after?: Facts;
  readonly reason?: string;
}

const json = (facts: Facts | undefined): SQL => (facts === undefined ? sql`null` : sql`${JSON.stringify(facts)}::jsonb`);

/** Records an audit event, within the transaction of the operation. */
export const recordAuditEvent = async (
  tx: Queryable,
  operator: Operator | typeof RULE_OPERATOR,
  event: AuditEventInput,
  nowMs: number,
): Promise<void> => {
  const byRule = { userId: RULE_OPERATOR, requestId: null };
  const { userId = null, requestId = null } = operator === 'commandLine' ? {} : operator === RULE_OPERATOR ? byRule : operator;
  const { target, before, after, reason = '' } = event;
  await tx.execute(sql`
    insert into audit_event (id, at, operator_id, action, target_kind, target_id, target_name, before, after, reason, request_id)
    values (${newId(nowMs)}, ${nowMs}, ${userId}, ${event.action}, ${target.kind}, ${target.id}, ${target.name ?? ''}, ${json(before)}, ${json(after)},
      ${reason}, ${requestId})`);
};

/** Returns the fields that differ between two states of an object, with their values before and after. */
export const changeBetween = (before: Facts, after: Facts): { before: Facts; after: Facts } => {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (facts: Facts): Facts => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  return { before: pick(before), after: pick(after) };
};

export interface StoredAuditEvent {
  readonly id: string;
  readonly at: number;
  /** The operator; undefined for the command line. */
  readonly operatorId: string | undefined;
  readonly action: AuditAction;
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
  action: AuditAction;
  target_kind: AuditTarget;
  target_id: string;
  target_name: string;
  before: Facts | null;
  after: Facts | null;
  reason: string;
  request_id: string | null;
}

export interface AuditEventFilter {
  readonly action?: AuditAction | undefined;
  readonly targetKind?: AuditTarget | undefined;
  readonly targetId?: string | undefined;
  /** Id of the operator whose events are listed; `cli` for changes from the command line. */
  readonly operatorId?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
}

const operatorIs = (operatorId: string): SQL => (operatorId === 'cli' ? sql`operator_id is null` : sql`operator_id = ${operatorId}`);

/** Returns audit events, newest first. */
export const listAuditEvents = async (db: Queryable, filter: AuditEventFilter): Promise<StoredAuditEvent[]> => {
  const { action, targetKind, targetId, operatorId, from, to, after, limit } = filter;
  const conditions = [sql`true`];
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (targetKind !== undefined) conditions.push(sql`target_kind = ${targetKind}`);
  if (targetId !== undefined) conditions.push(sql`target_id = ${targetId}`);
  if (operatorId !== undefined) conditions.push(operatorIs(operatorId));
  if (from !== undefined) conditions.push(sql`at >= ${from}::bigint`);
  if (to !== undefined) conditions.push(sql`at < ${to}::bigint`);
  if (after !== undefined) conditions.push(sql`(at, id) < (${after.at}::bigint, ${after.id})`);
  const { rows } = await db.execute<Row>(sql`
    select id, at, operator_id, action, target_kind, target_id, target_name, before, after, reason, request_id from audit_event
    where ${sql.join(conditions, sql` and `)} order by at desc, id desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    operatorId: row.operator_id ?? undefined,
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    before: row.before ?? undefined,
    after: row.after ?? undefined,
    reason: row.reason,
    requestId: row.request_id ?? undefined,
  }));
};

/** Returns the ids of all users with an audit event as operator. */
export const listOperatorIds = async (db: Queryable): Promise<string[]> => {
  const { rows } = await db.execute<{ operator_id: string }>(
    sql`select distinct operator_id from audit_event where operator_id is not null order by 1`,
  );
  return rows.map(({ operator_id }) => operator_id);
};
