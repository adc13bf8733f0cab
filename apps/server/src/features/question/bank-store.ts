/** The only SQL on question banks and their folders. */
import type { QuestionBank, QuestionFolder } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredBank {
  readonly id: string;
  /** Exactly one of the four owners is set. */
  readonly teacherId: string | null;
  readonly classId: string | null;
  readonly institutionId: string | null;
  readonly bookId: string | null;
  readonly name: string;
  readonly status: QuestionBank['status'];
  readonly createdBy: string | null;
  readonly createdAt: number;
  /** Number of its questions that are not archived. */
  readonly questions: number;
}

/** The owners whose banks are listed. */
export interface BankOwners {
  readonly teacherId: string;
  readonly classIds: readonly string[];
  readonly institutionIds: readonly string[];
  readonly bookIds: readonly string[];
}

const select = async (db: Queryable, rest: SQL): Promise<StoredBank[]> => {
  const { rows } = await db.execute<Row<StoredBank>>(sql`
    select b.id, b.teacher_id as "teacherId", b.class_id as "classId", b.institution_id as "institutionId", b.book_id as "bookId", b.name,
      b.status, b.created_by as "createdBy", b.created_at as "createdAt",
      (select count(*)::int from question q where q.bank_id = b.id and q.status = 'active') as questions
    from question_bank b ${rest}`);
  return rows;
};

export const findBank = async (db: Queryable, id: string): Promise<StoredBank | undefined> =>
  (await select(db, sql`where b.id = ${id}`))[0];

/** Locks the bank until the transaction ends, so that changes of its questions run one after the other. */
export const lockBank = async (tx: Transaction, id: string): Promise<StoredBank | undefined> =>
  (await select(tx, sql`where b.id = ${id} for update of b`))[0];

/** Returns the banks of these owners, the newest first. */
export const listBanksOf = (db: Queryable, { teacherId, classIds, institutionIds, bookIds }: BankOwners): Promise<StoredBank[]> =>
  select(
    db,
    sql`where b.teacher_id = ${teacherId} or b.class_id = any(${sql.param([...classIds])}::text[])
      or b.institution_id = any(${sql.param([...institutionIds])}::text[]) or b.book_id = any(${sql.param([...bookIds])}::text[])
      order by b.created_at desc, b.id desc`,
  );

export const insertBank = async (tx: Transaction, one: Omit<StoredBank, 'questions' | 'status'>): Promise<void> => {
  await tx.execute(sql`
    insert into question_bank (id, teacher_id, class_id, institution_id, book_id, name, created_by, created_at)
    values (${one.id}, ${one.teacherId}, ${one.classId}, ${one.institutionId}, ${one.bookId}, ${one.name}, ${one.createdBy}, ${one.createdAt})`);
};

export const putBank = async (tx: Transaction, { id, name, status }: Pick<StoredBank, 'id' | 'name' | 'status'>): Promise<void> => {
  await tx.execute(sql`update question_bank set name = ${name}, status = ${status} where id = ${id}`);
};

/** Returns the folders of a bank in the order of their names. */
export const listFolders = async (db: Queryable, bankId: string): Promise<QuestionFolder[]> => {
  const { rows } = await db.execute<Row<QuestionFolder>>(sql`
    select f.id, f.name, (select count(*)::int from question q where q.folder_id = f.id and q.status = 'active') as questions
    from question_folder f where f.bank_id = ${bankId} order by f.name, f.id`);
  return rows;
};

/** Inserts a folder; the bank must have no other one of this name. */
export const insertFolder = async (tx: Transaction, { id, bankId, name }: { id: string; bankId: string; name: string }): Promise<void> => {
  await tx.execute(sql`insert into question_folder (id, bank_id, name) values (${id}, ${bankId}, ${name})`);
};

export const renameFolder = async (tx: Transaction, { id, name }: { id: string; name: string }): Promise<void> => {
  await tx.execute(sql`update question_folder set name = ${name} where id = ${id}`);
};

export const deleteFolder = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from question_folder where id = ${id}`);
};

/** Returns the values of a label column in a bank, the most frequent first. */
export const listLabels = async (db: Queryable, bankId: string, column: 'tags' | 'knowledge_points', limit: number): Promise<string[]> => {
  const { rows } = await db.execute<Row<{ label: string }>>(sql`
    select label, count(*) as uses from question q cross join lateral unnest(q.${sql.raw(column)}) as label
    where q.bank_id = ${bankId} and q.status = 'active' group by label order by uses desc, label limit ${limit}`);
  return rows.map(({ label }) => label);
};
