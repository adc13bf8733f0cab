/** The only SQL on questions and their versions. */
import type { Question, QuestionOrigin, QuestionStatus, QuestionType, QuestionVersionSummary } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredQuestion {
  readonly id: string;
  readonly bankId: string;
  readonly folderId: string | null;
  readonly status: QuestionStatus;
  readonly tags: readonly string[];
  readonly knowledgePoints: readonly string[];
  readonly difficulty: number | null;
  readonly revision: number;
  readonly origin: QuestionOrigin | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The newest version. */
  readonly versionId: string;
  readonly versionNo: number;
  readonly type: QuestionType;
  readonly title: string;
  readonly excerpt: string;
  readonly maximumMilli: number;
  readonly contentHash: string;
}

/** A version without its number. */
export interface NewVersion extends Question {
  readonly id: string;
  readonly questionId: string;
  readonly type: QuestionType;
  readonly maximumMilli: number;
  readonly excerpt: string;
  readonly contentHash: string;
  readonly createdBy: string;
  readonly createdAt: number;
}

export type NewQuestion = Pick<
  StoredQuestion,
  'id' | 'bankId' | 'folderId' | 'tags' | 'knowledgePoints' | 'difficulty' | 'origin' | 'createdAt'
> & { readonly searchText: string };

const COLUMNS = sql.raw(`q.id, q.bank_id as "bankId", q.folder_id as "folderId", q.status, q.tags, q.knowledge_points as "knowledgePoints",
  q.difficulty, q.revision, q.origin, q.created_at as "createdAt", q.updated_at as "updatedAt", v.id as "versionId", v.no as "versionNo",
  v.type, v.view ->> 'title' as title, v.excerpt, v.maximum_milli as "maximumMilli", v.content_hash as "contentHash"`);
const NEWEST = sql.raw('question q join question_version v on v.question_id = q.id and v.no = q.version_no');

const select = async (db: Queryable, rest: SQL): Promise<StoredQuestion[]> =>
  (await db.execute<Row<StoredQuestion>>(sql`select ${COLUMNS} from ${NEWEST} ${rest}`)).rows;

export const findQuestion = async (db: Queryable, id: string): Promise<StoredQuestion | undefined> =>
  (await select(db, sql`where q.id = ${id}`))[0];

/** Returns the questions of a bank with these ids. */
export const listQuestionsByIds = (db: Queryable, bankId: string, ids: readonly string[]): Promise<StoredQuestion[]> =>
  select(db, sql`where q.bank_id = ${bankId} and q.id = any(${sql.param([...ids])}::text[]) order by q.created_at desc, q.id desc`);

/** Returns the questions with these ids, whichever banks have them. */
export const listQuestionsWithIds = (db: Queryable, ids: readonly string[]): Promise<StoredQuestion[]> =>
  select(db, sql`where q.id = any(${sql.param([...ids])}::text[])`);

export interface QuestionFilter {
  readonly bankId: string;
  /** Null: outside of folders. */
  readonly folderId?: string | null | undefined;
  readonly type?: QuestionType | undefined;
  readonly tag?: string | undefined;
  readonly knowledgePoint?: string | undefined;
  readonly difficulty?: number | undefined;
  /** Folded words, each of which the question contains. */
  readonly terms: readonly string[];
  readonly status: QuestionStatus;
}

const matching = (filter: QuestionFilter): SQL => {
  const conditions = [sql`q.bank_id = ${filter.bankId}`, sql`q.status = ${filter.status}`];
  if (filter.folderId !== undefined)
    conditions.push(filter.folderId === null ? sql`q.folder_id is null` : sql`q.folder_id = ${filter.folderId}`);
  if (filter.type !== undefined) conditions.push(sql`v.type = ${filter.type}`);
  if (filter.tag !== undefined) conditions.push(sql`${filter.tag} = any(q.tags)`);
  if (filter.knowledgePoint !== undefined) conditions.push(sql`${filter.knowledgePoint} = any(q.knowledge_points)`);
  if (filter.difficulty !== undefined) conditions.push(sql`q.difficulty = ${filter.difficulty}`);
  for (const term of filter.terms) conditions.push(sql`strpos(q.search_text, ${term}) > 0`);
  return sql.join(conditions, sql` and `);
};

/** Returns questions of a bank, the newest first, starting after `after`. */
export const listQuestionPage = (
  db: Queryable,
  filter: QuestionFilter,
  { after, limit }: { after: TimeCursor | undefined; limit: number },
): Promise<StoredQuestion[]> => {
  const later = after === undefined ? sql`` : sql`and (q.created_at, q.id) < (${after.at}, ${after.id})`;
  return select(db, sql`where ${matching(filter)} ${later} order by q.created_at desc, q.id desc limit ${limit}`);
};

/** Whether a paper can draw a question: it has points, and is not answered with a file. */
const DRAWABLE = sql`v.maximum_milli > 0 and not jsonb_path_exists(v.view, '$.interactions.*.type ? (@ == "upload")')`;

/** Returns questions for a draw, the newest first. */
export const listPoolOf = (db: Queryable, filter: QuestionFilter, limit: number): Promise<StoredQuestion[]> =>
  select(db, sql`where ${matching(filter)} and ${DRAWABLE} order by q.created_at desc, q.id desc limit ${limit}`);

/** Returns the number of questions that a filter finds; with `isForDraw` of those that a paper can draw. */
export const countMatching = async (db: Queryable, filter: QuestionFilter, isForDraw: boolean): Promise<number> => {
  const only = isForDraw ? sql`and ${DRAWABLE}` : sql``;
  const { rows } = await db.execute<Row<{ count: number }>>(
    sql`select count(*)::int as count from ${NEWEST} where ${matching(filter)} ${only}`,
  );
  return rows[0]?.count ?? 0;
};

/** Returns the number of questions of a bank, archived ones included. */
export const countQuestions = async (db: Queryable, bankId: string): Promise<number> => {
  const { rows } = await db.execute<Row<{ count: number }>>(sql`select count(*)::int as count from question where bank_id = ${bankId}`);
  return rows[0]?.count ?? 0;
};

/** Returns the contents of versions by their ids. */
export const readContents = async (db: Queryable, versionIds: readonly string[]): Promise<ReadonlyMap<string, Question>> => {
  const { rows } = await db.execute<Row<Question & { id: string }>>(
    sql`select id, view, key from question_version where id = any(${sql.param([...versionIds])}::text[])`,
  );
  return new Map(rows.map(({ id, view, key }) => [id, { view, key }]));
};

/** Returns the versions of a question, the newest first. */
export const listVersions = async (
  db: Queryable,
  questionId: string,
): Promise<(QuestionVersionSummary & Pick<StoredQuestion, 'type' | 'title' | 'excerpt' | 'maximumMilli'>)[]> => {
  const { rows } = await db.execute<Row<QuestionVersionSummary & Pick<StoredQuestion, 'type' | 'title' | 'excerpt' | 'maximumMilli'>>>(sql`
    select id, no, created_at as "createdAt", type, view ->> 'title' as title, excerpt, maximum_milli as "maximumMilli"
    from question_version where question_id = ${questionId} order by no desc`);
  return rows;
};

/** Inserts questions, whose first versions are inserted afterwards by `insertVersions`. */
export const insertQuestions = async (tx: Transaction, questions: readonly NewQuestion[]): Promise<void> => {
  for (const one of questions)
    await tx.execute(sql`
      insert into question (id, bank_id, folder_id, tags, knowledge_points, difficulty, version_no, origin, search_text, created_at, updated_at)
      values (${one.id}, ${one.bankId}, ${one.folderId}, ${sql.param([...one.tags])}::text[], ${sql.param([...one.knowledgePoints])}::text[],
        ${one.difficulty}, 1, ${one.origin === null ? null : JSON.stringify(one.origin)}, ${one.searchText}, ${one.createdAt}, ${one.createdAt})`);
};

export const insertVersion = async (tx: Transaction, { no, ...one }: NewVersion & { readonly no: number }): Promise<void> => {
  await tx.execute(sql`
    insert into question_version (id, question_id, no, type, view, key, maximum_milli, excerpt, content_hash, created_by, created_at)
    values (${one.id}, ${one.questionId}, ${no}, ${one.type}, ${JSON.stringify(one.view)}, ${JSON.stringify(one.key)}, ${one.maximumMilli},
      ${one.excerpt}, ${one.contentHash}, ${one.createdBy}, ${one.createdAt})`);
};

/** Stores the labels and the number of the newest version, if the question still has the revision. Returns whether it had. */
export const putQuestion = async (
  tx: Transaction,
  one: Pick<StoredQuestion, 'id' | 'folderId' | 'tags' | 'knowledgePoints' | 'difficulty' | 'versionNo' | 'revision' | 'updatedAt'> & {
    readonly searchText: string;
  },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update question set folder_id = ${one.folderId}, tags = ${sql.param([...one.tags])}::text[],
      knowledge_points = ${sql.param([...one.knowledgePoints])}::text[], difficulty = ${one.difficulty}, version_no = ${one.versionNo},
      revision = revision + 1, search_text = ${one.searchText}, updated_at = ${one.updatedAt}
    where id = ${one.id} and revision = ${one.revision}`);
  return rowCount === 1;
};

/** Moves questions to a folder, or out of the folders of a bank. Returns how many of them the bank had. */
export const moveToFolder = async (
  tx: Transaction,
  { bankId, ids, toBankId, toFolderId }: { bankId: string; ids: readonly string[]; toBankId: string; toFolderId: string | null },
): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    update question set bank_id = ${toBankId}, folder_id = ${toFolderId} where bank_id = ${bankId} and id = any(${sql.param([...ids])}::text[])`);
  return rowCount ?? 0;
};

/** Archives or restores questions of a bank. Returns how many of them the bank has. */
export const putStatus = async (
  tx: Transaction,
  { bankId, ids, status }: { bankId: string; ids: readonly string[]; status: QuestionStatus },
): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    update question set status = ${status} where bank_id = ${bankId} and id = any(${sql.param([...ids])}::text[])`);
  return rowCount ?? 0;
};

/** Returns everything that is stored about the user, for the data export: the user's own banks and the questions that the user wrote. */
export const readQuestionData = async (
  db: Queryable,
  userId: string,
): Promise<{ readonly banks: unknown[]; readonly versions: unknown[] }> => {
  const banks = await db.execute(sql`
    select b.id, b.name, b.status, b.created_at as "createdAt" from question_bank b
    where b.teacher_id = ${userId} or b.created_by = ${userId} order by b.created_at, b.id`);
  const versions = await db.execute(sql`
    select b.name as bank, f.name as folder, q.tags, q.knowledge_points as "knowledgePoints", q.difficulty, q.origin, v.no as version,
      v.view, v.key, v.created_at as "createdAt"
    from question_version v join question q on q.id = v.question_id join question_bank b on b.id = q.bank_id
      left join question_folder f on f.id = q.folder_id
    where b.teacher_id = ${userId} or v.created_by = ${userId} order by v.created_at, v.id`);
  return { banks: banks.rows, versions: versions.rows };
};

/** Deletes the banks of the user. Questions that the user wrote for a class, an institution or a book stay there without the name. */
export const deleteQuestionDataOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from question_bank where teacher_id = ${userId}`);
  await tx.execute(sql`update question_bank set created_by = null where created_by = ${userId}`);
  await tx.execute(sql`update question_version set created_by = null where created_by = ${userId}`);
};
