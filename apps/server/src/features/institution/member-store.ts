/** The only SQL of institutions' member lists. */
import type { MemberKind } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface Member {
  id: string;
  institutionId: string;
  phone: string;
  studentNo: string;
  name: string;
  kind: MemberKind;
  validUntil: number | null;
  userId: string | null;
}

const COLUMNS = sql`m.id, m.institution_id as "institutionId", m.phone, m.student_no as "studentNo", m.name, m.kind,
  m.valid_until as "validUntil", m.user_id as "userId"`;

export interface RosterEntry {
  institutionId: string;
  institution: string;
  /** The member's name as given in the list; may be empty. */
  name: string;
  kind: MemberKind;
  /** Whether the entry was matched by phone number; otherwise the user claimed it by a student number. */
  byPhone: boolean;
  validUntil: number | null;
}

/** Lists a user's entries in member lists that have not expired: by phone number, or by the student number the user claimed. */
export const listRosterEntries = async (db: Queryable, user: { userId: string; tel: string }, now: number): Promise<RosterEntry[]> => {
  const own = user.tel === '' ? sql`m.user_id = ${user.userId}` : sql`(m.user_id = ${user.userId} or m.phone = ${user.tel})`;
  return (
    await db.execute<Row<RosterEntry>>(sql`
      select m.institution_id as "institutionId", i.name as institution, m.name, m.kind,
        (m.phone <> '' and m.phone = ${user.tel}) as "byPhone", m.valid_until as "validUntil"
      from institution_member m join institution i on i.id = m.institution_id
      where ${own} and (m.valid_until is null or m.valid_until > ${now}) order by i.name, m.id`)
  ).rows;
};

/** Finds a member by student number and locks the row until the transaction ends. */
export const lockMember = async (tx: Transaction, institutionId: string, studentNo: string): Promise<Member | undefined> =>
  (
    await tx.execute<Row<Member>>(sql`
      select ${COLUMNS} from institution_member m where m.institution_id = ${institutionId} and m.student_no = ${studentNo} for update`)
  ).rows[0];

export const claimMember = async (tx: Transaction, id: string, userId: string): Promise<void> => {
  await tx.execute(sql`update institution_member set user_id = ${userId} where id = ${id}`);
};

/** Removes the link between a user and the list entries that the user had claimed, for one institution. */
export const releaseMember = async (tx: Transaction, userId: string, institutionId: string): Promise<void> => {
  await tx.execute(sql`update institution_member set user_id = null where user_id = ${userId} and institution_id = ${institutionId}`);
};

const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Returns members in the order of import. `q` matches the name, the student number or the phone number. */
export const listMembers = async (
  db: Queryable,
  page: { institutionId: string; q: string; after: string | undefined; limit: number },
): Promise<Member[]> => {
  const parts = [sql`m.institution_id = ${page.institutionId}`];
  if (page.q !== '') parts.push(sql`(m.name ilike ${like(page.q)} or m.student_no ilike ${like(page.q)} or m.phone like ${like(page.q)})`);
  if (page.after !== undefined) parts.push(sql`m.id > ${page.after}`);
  return (
    await db.execute<Row<Member>>(
      sql`select ${COLUMNS} from institution_member m where ${sql.join(parts, sql` and `)} order by m.id limit ${page.limit}`,
    )
  ).rows;
};

export const countMembers = async (db: Queryable, institutionId: string): Promise<number> =>
  (await db.execute<{ count: number }>(sql`select count(*)::int as count from institution_member where institution_id = ${institutionId}`))
    .rows[0]?.count ?? 0;

/** Returns all members of an institution and locks them until the transaction ends, so that imports run one after another. */
export const lockMembers = async (tx: Transaction, institutionId: string): Promise<Member[]> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`institution list ${institutionId}`}, 0))`);
  return (await tx.execute<Row<Member>>(sql`select ${COLUMNS} from institution_member m where m.institution_id = ${institutionId}`)).rows;
};

/** Inserts members, or updates those with the same id. */
export const putMembers = async (tx: Transaction, members: readonly Member[], now: number): Promise<void> => {
  const CHUNK = 2_000;
  for (let from = 0; from < members.length; from += CHUNK) {
    const lines = JSON.stringify(members.slice(from, from + CHUNK));
    await tx.execute(sql`
      insert into institution_member (id, institution_id, phone, student_no, name, kind, valid_until, user_id, created_at)
      select id, "institutionId", phone, "studentNo", name, kind, "validUntil", "userId", ${now}
      from jsonb_to_recordset(${lines}::jsonb) as line (id text, "institutionId" text, phone text, "studentNo" text, name text, kind text,
        "validUntil" bigint, "userId" text)
      on conflict (id) do update set phone = excluded.phone, student_no = excluded.student_no, name = excluded.name, kind = excluded.kind,
        valid_until = excluded.valid_until, user_id = excluded.user_id`);
  }
};

export const deleteMembers = async (tx: Transaction, institutionId: string, ids: readonly string[]): Promise<number> =>
  (
    await tx.execute(
      sql`delete from institution_member where institution_id = ${institutionId} and id = any(${sql.param([...ids])}::text[])`,
    )
  ).rowCount ?? 0;

/** Returns a user's list entries for the data export: those that the user claimed, and those with the user's phone number. */
export const readRosterEntries = async (db: Queryable, user: { userId: string; tel: string }): Promise<Record<string, unknown>[]> =>
  (
    await db.execute<Record<string, unknown>>(sql`
      select i.name as institution, m.phone, m.student_no as "studentNo", m.name, m.kind, m.valid_until as "validUntil"
      from institution_member m join institution i on i.id = m.institution_id
      where m.user_id = ${user.userId} or (${user.tel} <> '' and m.phone = ${user.tel}) order by i.name, m.id`)
  ).rows;

/** Deletes the list entries of an erased user; the institution may add them again. */
export const deleteRosterEntriesOf = async (tx: Transaction, user: { userId: string; tel: string }): Promise<void> => {
  await tx.execute(sql`
    delete from institution_member where user_id = ${user.userId} or (${user.tel} <> '' and phone = ${user.tel})`);
};
