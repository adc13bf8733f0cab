/** The only SQL on classes, their members and the probation rights. */
import type { ClassStatus, JoinPolicy, MemberStatus } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredClass {
  readonly id: string;
  /** Null after the teacher has closed the account. */
  readonly teacherId: string | null;
  readonly teacherName: string;
  readonly institutionId: string | null;
  readonly name: string;
  readonly term: string;
  readonly bookId: string;
  readonly versionId: string;
  readonly code: string;
  readonly isCodeOn: boolean;
  readonly joinPolicy: JoinPolicy;
  readonly status: ClassStatus;
  readonly createdAt: number;
  /** Number of active members, and of those who wait to be admitted. */
  readonly members: number;
  readonly pending: number;
  /** Names of the co-teachers. */
  readonly coTeachers: readonly string[];
}

const select = async (db: Queryable, rest: SQL): Promise<StoredClass[]> => {
  const { rows } = await db.execute<Row<StoredClass>>(sql`
    select c.id, c.teacher_id as "teacherId", c.teacher_name as "teacherName", c.institution_id as "institutionId", c.name, c.term,
      c.book_id as "bookId", c.version_id as "versionId", c.code, c.is_code_on as "isCodeOn", c.join_policy as "joinPolicy", c.status, c.created_at as "createdAt",
      (select count(*)::int from class_member n where n.class_id = c.id and n.status = 'active') as members,
      (select count(*)::int from class_member n where n.class_id = c.id and n.status = 'pending') as pending,
      array(select t.name from class_co_teacher t where t.class_id = c.id order by t.added_at, t.user_id) as "coTeachers"
    from class_group c ${rest}`);
  return rows;
};

export const findClass = async (db: Queryable, id: string): Promise<StoredClass | undefined> =>
  (await select(db, sql`where c.id = ${id}`))[0];

/** Returns the class of a join code, also if the code is switched off or the class has ended. */
export const findClassOfCode = async (db: Queryable, code: string): Promise<StoredClass | undefined> =>
  (await select(db, sql`where c.code = ${code}`))[0];

/** Locks the class until the transaction ends, so that changes of it and of its members run one after the other. */
export const lockClass = async (tx: Transaction, id: string): Promise<StoredClass | undefined> =>
  (await select(tx, sql`where c.id = ${id} for update of c`))[0];

/** Returns the classes that belong to a teacher, the newest first. */
export const listClassesTaughtBy = (db: Queryable, teacherId: string): Promise<StoredClass[]> =>
  select(db, sql`where c.teacher_id = ${teacherId} order by c.created_at desc, c.id desc`);

/** Returns the classes of a co-teacher that are not archived, the newest first. */
export const listClassesHelpedBy = (db: Queryable, userId: string): Promise<StoredClass[]> =>
  select(
    db,
    sql`join class_co_teacher h on h.class_id = c.id and h.user_id = ${userId}
      where c.status <> 'archived' order by c.created_at desc, c.id desc`,
  );

/** Returns the classes of an active member that are not archived, the last joined first. */
export const listClassesJoinedBy = (db: Queryable, userId: string): Promise<StoredClass[]> =>
  select(
    db,
    sql`join class_member m on m.class_id = c.id and m.user_id = ${userId} and m.status = 'active'
      where c.status <> 'archived' order by m.joined_at desc, c.id desc`,
  );

/** Inserts a class. Returns false if another class has the code. */
export const insertClass = async (tx: Transaction, one: Omit<StoredClass, 'members' | 'pending' | 'coTeachers'>): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into class_group (id, teacher_id, teacher_name, institution_id, name, term, book_id, version_id, code, is_code_on, join_policy,
      status, created_at)
    values (${one.id}, ${one.teacherId}, ${one.teacherName}, ${one.institutionId}, ${one.name}, ${one.term}, ${one.bookId},
      ${one.versionId}, ${one.code}, ${one.isCodeOn}, ${one.joinPolicy}, ${one.status}, ${one.createdAt})
    on conflict (code) do nothing`);
  return rowCount === 1;
};

/** Replaces what a teacher may change. Returns false if another class has the code. */
export const putClass = async (
  tx: Transaction,
  one: Pick<StoredClass, 'id' | 'name' | 'term' | 'institutionId' | 'versionId' | 'code' | 'isCodeOn' | 'joinPolicy' | 'status'>,
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update class_group set name = ${one.name}, term = ${one.term}, institution_id = ${one.institutionId},
      version_id = ${one.versionId}, code = ${one.code},
      is_code_on = ${one.isCodeOn}, join_policy = ${one.joinPolicy}, status = ${one.status}
    where id = ${one.id} and not exists (select 1 from class_group o where o.code = ${one.code} and o.id <> ${one.id})`);
  return rowCount === 1;
};

export interface StoredMember {
  readonly userId: string;
  readonly status: MemberStatus;
  readonly name: string;
  readonly studentNo: string;
  readonly joinedAt: number;
  /** Empty: no group. */
  readonly group: string;
  readonly isRepresentative: boolean;
  /** End of the probation right to the book of the class; null if the user never had one. */
  readonly probationEndsAt: number | null;
}

const selectMembers = async (db: Queryable, rest: SQL): Promise<StoredMember[]> => {
  const { rows } = await db.execute<Row<StoredMember>>(sql`
    select m.user_id as "userId", m.status, m.name, m.student_no as "studentNo", m.joined_at as "joinedAt",
      m.group_name as "group", m.is_representative as "isRepresentative", p.ends_at as "probationEndsAt"
    from class_member m join class_group c on c.id = m.class_id
    left join class_probation p on p.user_id = m.user_id and p.book_id = c.book_id ${rest}`);
  return rows;
};

export const findMember = async (db: Queryable, classId: string, userId: string): Promise<StoredMember | undefined> =>
  (await selectMembers(db, sql`where m.class_id = ${classId} and m.user_id = ${userId}`))[0];

/** Returns members of one state in the order in which they joined, starting after `after`. */
export const listMembers = (
  db: Queryable,
  { classId, status, after, limit }: { classId: string; status: MemberStatus; after: TimeCursor | undefined; limit: number },
): Promise<StoredMember[]> => {
  const later = after === undefined ? sql`` : sql`and (m.joined_at, m.user_id) > (${after.at}, ${after.id})`;
  return selectMembers(
    db,
    sql`where m.class_id = ${classId} and m.status = ${status} ${later} order by m.joined_at, m.user_id limit ${limit}`,
  );
};

/** Returns the number of active members of a class. */
export const countMembers = async (db: Queryable, classId: string): Promise<number> => {
  const { rows } = await db.execute<Row<{ count: number }>>(sql`
    select count(*)::int as count from class_member where class_id = ${classId} and status = 'active'`);
  return rows[0]?.count ?? 0;
};

/** Returns all active members of a class, by student number and name. */
export const listActiveMembers = (db: Queryable, classId: string): Promise<StoredMember[]> =>
  selectMembers(db, sql`where m.class_id = ${classId} and m.status = 'active' order by m.student_no, m.name, m.user_id`);

/** Inserts a member, or changes a former one to the new state, name and student number. */
export const putMember = async (
  tx: Transaction,
  {
    classId,
    userId,
    status,
    name,
    studentNo,
    joinedAt,
  }: { classId: string } & Omit<StoredMember, 'probationEndsAt' | 'group' | 'isRepresentative'>,
): Promise<void> => {
  await tx.execute(sql`
    insert into class_member (class_id, user_id, status, name, student_no, joined_at)
    values (${classId}, ${userId}, ${status}, ${name}, ${studentNo}, ${joinedAt})
    on conflict (class_id, user_id) do update set status = excluded.status, name = excluded.name, student_no = excluded.student_no,
      joined_at = excluded.joined_at, group_name = '', is_representative = false`);
};

/** Changes the state of a membership that is in one of the states `from`. Returns false if there is none. */
export const setMemberStatus = async (
  tx: Transaction,
  { classId, userId, from, status }: { classId: string; userId: string; from: readonly MemberStatus[]; status: MemberStatus },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update class_member set status = ${status} where class_id = ${classId} and user_id = ${userId}
      and status = any(${sql.param([...from])}::text[])`);
  return rowCount === 1;
};

/** Changes the group and the office of an active member. Returns false if the user is none. */
export const setMemberOffice = async (
  tx: Transaction,
  { classId, userId, group, isRepresentative }: { classId: string; userId: string; group: string; isRepresentative: boolean },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update class_member set group_name = ${group}, is_representative = ${isRepresentative}
    where class_id = ${classId} and user_id = ${userId} and status = 'active'`);
  return rowCount === 1;
};

/** Starts the probation right of a user to a book; one that was started before, in any class, does not change. */
export const startProbation = async (
  tx: Transaction,
  { userId, bookId, startedAt, endsAt }: { userId: string; bookId: string; startedAt: number; endsAt: number },
): Promise<void> => {
  await tx.execute(sql`
    insert into class_probation (user_id, book_id, started_at, ends_at) values (${userId}, ${bookId}, ${startedAt}, ${endsAt})
    on conflict do nothing`);
};

/** Returns the probation rights to these books that the user has as an active member of an active class. */
export const listProbations = async (
  db: Queryable,
  userId: string,
  bookIds: readonly string[],
): Promise<{ bookId: string; startedAt: number; endsAt: number }[]> => {
  const { rows } = await db.execute<{ bookId: string; startedAt: number; endsAt: number }>(sql`
    select p.book_id as "bookId", p.started_at as "startedAt", p.ends_at as "endsAt" from class_probation p
    where p.user_id = ${userId} and p.book_id = any(${sql.param([...bookIds])}::text[]) and exists (
      select 1 from class_member m join class_group c on c.id = m.class_id
      where m.user_id = p.user_id and m.status = 'active' and c.status = 'active' and c.book_id = p.book_id)`);
  return rows;
};

/** Returns the books of the classes that the user is an active member of, the earliest membership of each book, archived classes left out. */
export const listBooksOfJoinedClasses = async (db: Queryable, userId: string): Promise<{ bookId: string; since: number }[]> => {
  const { rows } = await db.execute<{ bookId: string; since: number }>(sql`
    select c.book_id as "bookId", min(m.joined_at) as since from class_member m join class_group c on c.id = m.class_id
    where m.user_id = ${userId} and m.status = 'active' and c.status <> 'archived'
    group by c.book_id order by since desc, c.book_id`);
  return rows;
};

/** Returns everything that is stored about the user, for the data export. */
export const readTeachingData = async (
  db: Queryable,
  userId: string,
): Promise<{ readonly taught: unknown[]; readonly joined: unknown[]; readonly probations: unknown[] }> => {
  const taught = await db.execute(sql`
    select id, name, term, teacher_name as "teacherName", book_id as "bookId", status, created_at as "createdAt"
    from class_group where teacher_id = ${userId} order by created_at, id`);
  const joined = await db.execute(sql`
    select m.class_id as "classId", c.name as class, m.status, m.name, m.student_no as "studentNo", m.joined_at as "joinedAt",
      m.group_name as "group", m.is_representative as "isRepresentative"
    from class_member m join class_group c on c.id = m.class_id where m.user_id = ${userId} order by m.joined_at, m.class_id`);
  const probations = await db.execute(sql`
    select book_id as "bookId", started_at as "startedAt", ends_at as "endsAt" from class_probation
    where user_id = ${userId} order by started_at, book_id`);
  return { taught: taught.rows, joined: joined.rows, probations: probations.rows };
};

/**
 * Deletes what is stored about the user. A class that the user taught ends, without the teacher's name; one without a teacher and members is
 * deleted.
 */
export const deleteTeachingDataOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from class_member where user_id = ${userId}`);
  await tx.execute(sql`delete from class_probation where user_id = ${userId}`);
  await tx.execute(sql`
    update class_group set teacher_id = null, teacher_name = '', is_code_on = false, status = case status when 'active' then 'ended' else status end
    where teacher_id = ${userId}`);
  await tx.execute(sql`
    delete from class_group c where c.teacher_id is null and not exists (select 1 from class_member m where m.class_id = c.id)`);
};
