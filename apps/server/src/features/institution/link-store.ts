/** The only SQL of links between users and institutions, and of the institution rights of sessions. */
import type { InstitutionProtocol } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface Link {
  protocol: InstitutionProtocol;
  scope: string;
  subject: string;
  institutionId: string;
  userId: string;
  affiliation: string;
  createdAt: number;
  lastUsedAt: number;
}

const COLUMNS = sql`protocol, scope, subject, institution_id as "institutionId", user_id as "userId", affiliation,
  created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** Finds the account linked to an institution user. */
export const findLink = async (
  db: Queryable,
  { protocol, scope, subject }: Pick<Link, 'protocol' | 'scope' | 'subject'>,
): Promise<Link | undefined> =>
  (
    await db.execute<Row<Link>>(
      sql`select ${COLUMNS} from institution_link where protocol = ${protocol} and scope = ${scope} and subject = ${subject}`,
    )
  ).rows[0];

/**
 * Links a user to an institution. Returns true when the two are linked now, also if they already were; false when one of them is linked to
 * another user or institution, including by a concurrent call.
 */
export const linkUser = async (db: Queryable, link: Omit<Link, 'lastUsedAt'>): Promise<boolean> => {
  await db.execute(sql`
    insert into institution_link (protocol, scope, subject, institution_id, user_id, affiliation, created_at, last_used_at)
    values (${link.protocol}, ${link.scope}, ${link.subject}, ${link.institutionId}, ${link.userId}, ${link.affiliation}, ${link.createdAt},
      ${link.createdAt})
    on conflict do nothing`);
  const stored = await findLink(db, link);
  return stored?.userId === link.userId;
};

export const touchLink = async (
  db: Queryable,
  { protocol, scope, subject }: Pick<Link, 'protocol' | 'scope' | 'subject'>,
  affiliation: string,
  now: number,
): Promise<void> => {
  await db.execute(sql`
    update institution_link set affiliation = ${affiliation}, last_used_at = ${now}
    where protocol = ${protocol} and scope = ${scope} and subject = ${subject}`);
};

export const listLinks = async (db: Queryable, userId: string): Promise<(Link & { name: string })[]> =>
  (
    await db.execute<Row<Link & { name: string }>>(sql`
      select k.protocol, k.scope, k.subject, k.institution_id as "institutionId", k.user_id as "userId", k.affiliation,
        k.created_at as "createdAt", k.last_used_at as "lastUsedAt", i.name
      from institution_link k join institution i on i.id = k.institution_id where k.user_id = ${userId} order by k.created_at`)
  ).rows;

/** Deletes a user's links to one institution, and the rights that the user's sessions have from this institution. */
export const unlinkUser = async (tx: Transaction, userId: string, institutionId: string): Promise<void> => {
  await tx.execute(sql`delete from institution_link where user_id = ${userId} and institution_id = ${institutionId}`);
  await tx.execute(sql`delete from institution_session where user_id = ${userId} and institution_id = ${institutionId}`);
};

export interface InstitutionSession {
  sid: string;
  userId: string;
  institutionId: string;
  protocol: InstitutionProtocol;
  affiliation: string;
  beganAt: number;
  endsAt: number;
}

/** Stores the institution right of a session. A later institution sign-in of the same session replaces an earlier one. */
export const putSession = async (db: Queryable, session: InstitutionSession): Promise<void> => {
  await db.execute(sql`
    insert into institution_session (sid, user_id, institution_id, protocol, affiliation, began_at, ends_at)
    values (${session.sid}, ${session.userId}, ${session.institutionId}, ${session.protocol}, ${session.affiliation}, ${session.beganAt},
      ${session.endsAt})
    on conflict (sid) do update set institution_id = excluded.institution_id, protocol = excluded.protocol,
      affiliation = excluded.affiliation, began_at = excluded.began_at, ends_at = excluded.ends_at`);
};

export const findSession = async (
  db: Queryable,
  { sid, userId }: { readonly sid: string; readonly userId: string },
  now: number,
): Promise<(InstitutionSession & { name: string }) | undefined> =>
  (
    await db.execute<Row<InstitutionSession & { name: string }>>(sql`
      select s.sid, s.user_id as "userId", s.institution_id as "institutionId", s.protocol, s.affiliation, s.began_at as "beganAt",
        s.ends_at as "endsAt", i.name
      from institution_session s join institution i on i.id = s.institution_id
      where s.sid = ${sid} and s.user_id = ${userId} and s.ends_at > ${now}`)
  ).rows[0];

export const deleteEndedSessions = async (db: Queryable, now: number): Promise<number> =>
  (await db.execute(sql`delete from institution_session where ends_at <= ${now}`)).rowCount ?? 0;

/** Returns everything stored about a user's links, for the data export. */
export const readLinks = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> =>
  (
    await db.execute<Record<string, unknown>>(sql`
      select i.name as institution, k.protocol, k.scope, k.subject, k.affiliation, k.created_at as "createdAt",
        k.last_used_at as "lastUsedAt"
      from institution_link k join institution i on i.id = k.institution_id where k.user_id = ${userId} order by k.created_at`)
  ).rows;

export const readSessions = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> =>
  (
    await db.execute<Record<string, unknown>>(sql`
      select i.name as institution, s.protocol, s.affiliation, s.began_at as "beganAt", s.ends_at as "endsAt"
      from institution_session s join institution i on i.id = s.institution_id where s.user_id = ${userId} order by s.began_at`)
  ).rows;

export const eraseLinks = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from institution_link where user_id = ${userId}`);
  await tx.execute(sql`delete from institution_session where user_id = ${userId}`);
  await tx.execute(sql`delete from institution_sign_in_attempt where user_id = ${userId}`);
};
