/** The only SQL on `ticket`, `ticket_reply`, `article_vote` and `dead_code_report`. */
import type { ManualName, TicketDiagnostics, TicketState, TicketTopic } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredReply {
  readonly id: string;
  readonly fromOperator: boolean;
  readonly body: string;
  readonly at: number;
}

export interface StoredTicket {
  readonly id: string;
  readonly userId: string | undefined;
  readonly topic: TicketTopic;
  readonly state: TicketState;
  readonly body: string;
  readonly contact: string;
  readonly diagnostics: TicketDiagnostics | undefined;
  readonly replies: readonly StoredReply[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface TicketRow extends Record<string, unknown> {
  id: string;
  user_id: string | null;
  topic: TicketTopic;
  state: TicketState;
  body: string;
  contact: string;
  diagnostics: TicketDiagnostics | null;
  replies: StoredReply[] | null;
  created_at: number;
  updated_at: number;
}

const toTicket = (row: TicketRow): StoredTicket => ({
  id: row.id,
  userId: row.user_id ?? undefined,
  topic: row.topic,
  state: row.state,
  body: row.body,
  contact: row.contact,
  diagnostics: row.diagnostics ?? undefined,
  replies: row.replies ?? [],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const COLUMNS = sql`t.id, t.user_id, t.topic, t.state, t.body, t.contact, t.diagnostics, t.created_at, t.updated_at,
  (select json_agg(json_build_object('id', r.id, 'fromOperator', r.from_operator, 'body', r.body, 'at', r.created_at) order by r.created_at, r.id)
   from ticket_reply r where r.ticket_id = t.id) as replies`;

const select = async (db: Queryable, rest: SQL): Promise<StoredTicket[]> => {
  const { rows } = await db.execute<TicketRow>(sql`select ${COLUMNS} from ticket t ${rest}`);
  return rows.map(toTicket);
};

export const insertTicket = async (db: Queryable, ticket: Omit<StoredTicket, 'replies'>): Promise<void> => {
  const { id, userId = null, topic, state, body, contact, diagnostics, createdAt, updatedAt } = ticket;
  await db.execute(sql`
    insert into ticket (id, user_id, topic, state, body, contact, diagnostics, created_at, updated_at)
    values (${id}, ${userId}, ${topic}, ${state}, ${body}, ${contact},
      ${diagnostics === undefined ? null : JSON.stringify(diagnostics)}::jsonb, ${createdAt}, ${updatedAt})`);
};

export const listTicketsOfUser = (db: Queryable, userId: string, limit: number): Promise<StoredTicket[]> =>
  select(db, sql`where t.user_id = ${userId} order by t.updated_at desc, t.id desc limit ${limit}`);

export const findTicketById = async (db: Queryable, id: string): Promise<StoredTicket | undefined> =>
  (await select(db, sql`where t.id = ${id}`))[0];

/** Locks the help ticket until the transaction ends, so that a reply and a closing run one after the other. */
export const lockTicket = async (tx: Transaction, id: string): Promise<StoredTicket | undefined> =>
  (await select(tx, sql`where t.id = ${id} for update of t`))[0];

export interface TicketFilter {
  readonly state: TicketState | undefined;
  readonly topic: TicketTopic | undefined;
  readonly after: TimeCursor | undefined;
  readonly limit: number;
}

export const listTicketsPage = (db: Queryable, { state, topic, after, limit }: TicketFilter): Promise<StoredTicket[]> => {
  // Open help tickets are listed with the least recently changed first, because they wait longest; all others with the most recently
  // changed first.
  const [order, beyond] = state === 'open' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return select(
    db,
    sql`where true ${state === undefined ? sql`` : sql`and t.state = ${state}`} ${topic === undefined ? sql`` : sql`and t.topic = ${topic}`}
      ${after === undefined ? sql`` : sql`and (t.updated_at, t.id) ${beyond} (${after.at}::bigint, ${after.id})`}
      order by t.updated_at ${order}, t.id ${order} limit ${limit}`,
  );
};

export const countTicketsByState = async (db: Queryable): Promise<Record<TicketState, number>> => {
  const { rows } = await db.execute<{ state: TicketState; n: number }>(sql`select state, count(*)::int as n from ticket group by state`);
  return { open: 0, answered: 0, closed: 0, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
};

export const countTicketsOfUser = async (db: Queryable, userId: string): Promise<{ open: number; answered: number }> => {
  const { rows } = await db.execute<{ open: number; answered: number }>(sql`
    select count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'answered')::int as answered
    from ticket where user_id = ${userId}`);
  return rows[0] ?? { open: 0, answered: 0 };
};

export const insertReply = async (
  tx: Transaction,
  ticketId: string,
  reply: StoredReply & { readonly operatorId: string | undefined },
): Promise<void> => {
  await tx.execute(sql`
    insert into ticket_reply (id, ticket_id, from_operator, operator_id, body, created_at)
    values (${reply.id}, ${ticketId}, ${reply.fromOperator}, ${reply.operatorId ?? null}, ${reply.body}, ${reply.at})`);
};

export const setTicketState = async (tx: Transaction, id: string, state: TicketState, now: number): Promise<void> => {
  await tx.execute(sql`
    update ticket set state = ${state}, updated_at = ${now}, closed_at = ${state === 'closed' ? now : null} where id = ${id}`);
};

/** Deletes the contact details and diagnostics of the help tickets closed before this time. Returns the number of tickets. */
export const emptyTicketsClosedBefore = async (db: Queryable, before: number): Promise<number> => {
  const { rows } = await db.execute(sql`
    update ticket set contact = '', diagnostics = null
    where state = 'closed' and closed_at < ${before} and (contact <> '' or diagnostics is not null) returning id`);
  return rows.length;
};

export const deleteTicketsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from ticket where user_id = ${userId}`);
  await tx.execute(sql`update ticket_reply set operator_id = null where operator_id = ${userId}`);
};

export const addVote = async (db: Queryable, manual: ManualName, article: string, useful: boolean): Promise<void> => {
  await db.execute(sql`
    insert into article_vote as v (manual, article, useful, useless) values (${manual}, ${article}, ${useful ? 1 : 0}, ${useful ? 0 : 1})
    on conflict (manual, article) do update set useful = v.useful + excluded.useful, useless = v.useless + excluded.useless`);
};

export interface ArticleVotes extends Record<string, unknown> {
  manual: ManualName;
  article: string;
  useful: number;
  useless: number;
}

export const listVotes = async (db: Queryable): Promise<ArticleVotes[]> =>
  (
    await db.execute<ArticleVotes>(
      sql`select manual, article, useful, useless from article_vote order by useless desc, useful, manual, article`,
    )
  ).rows;

export const addDeadCode = async (db: Queryable, report: { code: string; note: string; at: number }): Promise<void> => {
  const { code, note, at } = report;
  await db.execute(sql`
    insert into dead_code_report as d (code, reports, last_note, first_at, last_at) values (${code}, 1, ${note}, ${at}, ${at})
    on conflict (code) do update set reports = d.reports + 1, last_at = excluded.last_at,
      last_note = case when excluded.last_note = '' then d.last_note else excluded.last_note end`);
};

export interface DeadCode extends Record<string, unknown> {
  code: string;
  reports: number;
  lastNote: string;
  firstAt: number;
  lastAt: number;
}

const DEAD_CODES_SHOWN = 500;

export const listDeadCodeReports = async (db: Queryable): Promise<DeadCode[]> =>
  (
    await db.execute<DeadCode>(sql`
      select code, reports, last_note as "lastNote", first_at as "firstAt", last_at as "lastAt" from dead_code_report
      order by last_at desc limit ${DEAD_CODES_SHOWN}`)
  ).rows;
