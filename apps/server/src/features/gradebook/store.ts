/** The only SQL on gradebooks. */
import type { GradeAppealRecord, GradeCellRecord, GradeColumn, GradeSchemeRecord, GradeValue } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

/** The scheme of a class without a gradebook: no columns, and totals with one decimal digit. */
const EMPTY: GradeSchemeRecord = { rev: 0, digits: 1, categories: [], columns: [] };

type JsonColumn = Omit<GradeColumn, 'assignmentId'> & { readonly assignmentId: string | null };

/** Leaves the assignment of a column out that a teacher fills in; JSON of the database has null for it. */
const withoutNull = ({ assignmentId, ...column }: JsonColumn): GradeColumn =>
  assignmentId === null ? column : { ...column, assignmentId };

export const findScheme = async (db: Queryable, classId: string): Promise<GradeSchemeRecord> => {
  const { rows } = await db.execute<
    Row<Omit<GradeSchemeRecord, 'finalAt' | 'columns'> & { finalAt: number | null; columns: JsonColumn[] }>
  >(sql`
    select s.rev, s.digits, s.final_at as "finalAt",
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'weightBasisPoints', c.weight_basis_points, 'method', c.method,
        'dropLowest', c.drop_lowest) order by c.position) from grade_category c where c.class_id = s.class_id), '[]') as categories,
      coalesce((select json_agg(json_build_object('id', c.id, 'categoryId', c.category_id, 'title', c.title, 'maxMilli', c.max_milli,
        'isReleased', c.is_released, 'assignmentId', c.assignment_id) order by c.position)
        from grade_column c where c.class_id = s.class_id), '[]') as columns
    from grade_scheme s where s.class_id = ${classId}`);
  const [found] = rows;
  if (found === undefined) return EMPTY;
  const { finalAt, ...rest } = found;
  const scheme = { ...rest, columns: rest.columns.map(withoutNull) };
  return finalAt === null ? scheme : { ...scheme, finalAt };
};

type Categories = GradeSchemeRecord['categories'];
type Columns = readonly Omit<GradeSchemeRecord['columns'][number], 'isReleased' | 'assignmentId'>[];

/**
 * Stores a scheme. Returns false if the id of a category or column belongs to another class. The cells of removed columns are deleted with
 * them.
 */
export const putScheme = async (
  tx: Transaction,
  classId: string,
  { rev, digits, categories, columns }: { rev: number; digits: number; categories: Categories; columns: Columns },
): Promise<boolean> => {
  await tx.execute(sql`
    insert into grade_scheme (class_id, rev, digits) values (${classId}, ${rev}, ${digits})
    on conflict (class_id) do update set rev = excluded.rev, digits = excluded.digits`);
  const columnIds = sql.param(columns.map(({ id }) => id));
  const categoryIds = sql.param(categories.map(({ id }) => id));
  await tx.execute(sql`delete from grade_column where class_id = ${classId} and id <> all(${columnIds}::text[])`);
  const storedCategories = await tx.execute(sql`
    insert into grade_category (id, class_id, position, name, weight_basis_points, method, drop_lowest)
    select id, ${classId}, position - 1, name, weight, method, dropped
    from unnest(${categoryIds}::text[], ${sql.param(categories.map(({ name }) => name))}::text[],
      ${sql.param(categories.map(({ weightBasisPoints }) => weightBasisPoints))}::int[],
      ${sql.param(categories.map(({ method }) => method))}::text[], ${sql.param(categories.map(({ dropLowest }) => dropLowest))}::int[])
      with ordinality as given (id, name, weight, method, dropped, position)
    on conflict (id) do update set position = excluded.position, name = excluded.name, weight_basis_points = excluded.weight_basis_points,
      method = excluded.method, drop_lowest = excluded.drop_lowest where grade_category.class_id = excluded.class_id`);
  const storedColumns = await tx.execute(sql`
    insert into grade_column (id, class_id, category_id, position, title, max_milli)
    select id, ${classId}, category_id, position - 1, title, max_milli
    from unnest(${columnIds}::text[], ${sql.param(columns.map(({ categoryId }) => categoryId))}::text[],
      ${sql.param(columns.map(({ title }) => title))}::text[], ${sql.param(columns.map(({ maxMilli }) => maxMilli))}::int[])
      with ordinality as given (id, category_id, title, max_milli, position)
    on conflict (id) do update set category_id = excluded.category_id, position = excluded.position, title = excluded.title,
      max_milli = excluded.max_milli where grade_column.class_id = excluded.class_id`);
  await tx.execute(sql`delete from grade_category where class_id = ${classId} and id <> all(${categoryIds}::text[])`);
  return storedCategories.rowCount === categories.length && storedColumns.rowCount === columns.length;
};

export const setReleased = async (tx: Transaction, columnIds: readonly string[], isReleased: boolean): Promise<void> => {
  await tx.execute(sql`update grade_column set is_released = ${isReleased} where id = any(${sql.param([...columnIds])}::text[])`);
};

/** The column of an assignment. */
export interface AssignmentColumn {
  readonly id: string;
  readonly classId: string;
  readonly assignmentId: string;
  readonly maxMilli: number;
}

const selectAssignmentColumns = async (db: Queryable, where: SQL): Promise<AssignmentColumn[]> => {
  const { rows } = await db.execute<Row<AssignmentColumn>>(sql`
    select id, class_id as "classId", assignment_id as "assignmentId", max_milli as "maxMilli" from grade_column where ${where}
    order by position`);
  return rows;
};

export const findColumnOfAssignment = async (db: Queryable, assignmentId: string): Promise<AssignmentColumn | undefined> =>
  (await selectAssignmentColumns(db, sql`assignment_id = ${assignmentId}`))[0];

export const listColumnsOfAssignments = (db: Queryable, classId: string): Promise<AssignmentColumn[]> =>
  selectAssignmentColumns(db, sql`class_id = ${classId} and assignment_id is not null`);

export const setColumnAssignment = async (tx: Transaction, columnId: string, assignmentId: string): Promise<void> => {
  await tx.execute(sql`update grade_column set assignment_id = ${assignmentId} where id = ${columnId}`);
};

/** Holds a gradebook until the transaction ends: scores of several students may flow into it at once, and no teacher changes it meanwhile. */
export const holdScheme = async (tx: Transaction, classId: string): Promise<{ finalAt: number | null }> => {
  const { rows } = await tx.execute<Row<{ finalAt: number | null }>>(
    sql`select final_at as "finalAt" from grade_scheme where class_id = ${classId} for share`,
  );
  return rows[0] ?? { finalAt: null };
};

/** Locks a gradebook until the transaction ends: nobody changes it, and no score flows into it. */
export const lockScheme = async (tx: Transaction, classId: string): Promise<void> => {
  await tx.execute(sql`select 1 from grade_scheme where class_id = ${classId} for update`);
};

/** Groups of students whose scores flow one after the other; a lock for each student would need too many locks in a large class. */
const FLOW_GROUPS = 64;

/** Waits until no other transaction lets scores of these users flow into the column. */
export const lockFlows = async (tx: Transaction, columnId: string, userIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtext(${columnId}), g) from (
      select distinct abs(hashtext(u) % ${FLOW_GROUPS}::int) as g from unnest(${sql.param([...userIds])}::text[]) u order by g) groups`);
};

export const setFinal = async (tx: Transaction, classId: string, finalAt: number | null): Promise<void> => {
  await tx.execute(sql`update grade_scheme set final_at = ${finalAt} where class_id = ${classId}`);
};

export const insertSnapshot = async (
  tx: Transaction,
  { classId, at, isFinal, reason, gradebook }: GradeSnapshot & { readonly classId: string; readonly gradebook: SnapshotContent },
): Promise<void> => {
  await tx.execute(sql`
    insert into grade_snapshot (class_id, at, is_final, reason, gradebook)
    values (${classId}, ${at}, ${isFinal}, ${reason}, ${JSON.stringify(gradebook)}::jsonb)`);
};

/** A gradebook as it was when it was declared final, or changeable again. */
export interface GradeSnapshot {
  readonly at: number;
  readonly isFinal: boolean;
  readonly reason: string;
}

/** The content of a snapshot. Students are keyed by user id, so that an erased account is removed from it. */
export interface SnapshotContent {
  readonly scheme: GradeSchemeRecord;
  readonly students: Readonly<
    Record<string, { readonly name: string; readonly studentNo: string; readonly cells: Readonly<Record<string, GradeValue>> }>
  >;
}

/** Returns the snapshots of a class without their content, the newest first. */
export const listSnapshots = async (db: Queryable, classId: string): Promise<GradeSnapshot[]> => {
  const { rows } = await db.execute<Row<GradeSnapshot>>(sql`
    select at, is_final as "isFinal", reason from grade_snapshot where class_id = ${classId} order by at desc`);
  return rows;
};

export const findSnapshotContent = async (db: Queryable, classId: string, at: number): Promise<SnapshotContent | undefined> => {
  const { rows } = await db.execute<{ gradebook: SnapshotContent }>(
    sql`select gradebook from grade_snapshot where class_id = ${classId} and at = ${at}`,
  );
  return rows[0]?.gradebook;
};

interface CellRow {
  readonly columnId: string;
  readonly userId: string;
  readonly rev: number;
  readonly milli: number | null;
  readonly state: Extract<GradeValue, { kind: 'state' }>['state'] | null;
  readonly isOverride: boolean;
  readonly isLate: boolean;
  readonly unscored: number;
}

const valueOf = ({ milli, state }: Pick<CellRow, 'milli' | 'state'>): GradeValue => {
  if (milli !== null) return { kind: 'points', milli };
  return state === null ? { kind: 'empty' } : { kind: 'state', state };
};

const selectCells = async (db: Queryable, rest: SQL): Promise<GradeCellRecord[]> => {
  const { rows } = await db.execute<Row<CellRow>>(sql`
    select v.column_id as "columnId", v.user_id as "userId", v.rev, v.milli, v.state, v.is_override as "isOverride", v.is_late as "isLate",
      v.unscored as "unscored"
    from grade_cell v join grade_column c on c.id = v.column_id ${rest}`);
  return rows.map((row) => ({
    columnId: row.columnId,
    userId: row.userId,
    rev: row.rev,
    value: valueOf(row),
    ...(row.isOverride ? { isOverride: true as const } : {}),
    ...(row.isLate ? { isLate: true as const } : {}),
    ...(row.unscored > 0 ? { unscored: row.unscored } : {}),
  }));
};

export const listCells = (db: Queryable, classId: string): Promise<GradeCellRecord[]> =>
  selectCells(db, sql`where c.class_id = ${classId}`);

/** Returns all cells of a student. */
export const listCellsOf = (db: Queryable, classId: string, userId: string): Promise<GradeCellRecord[]> =>
  selectCells(db, sql`where c.class_id = ${classId} and v.user_id = ${userId}`);

export const listCellsOfColumn = (db: Queryable, columnId: string): Promise<GradeCellRecord[]> =>
  selectCells(db, sql`where v.column_id = ${columnId}`);

/** Returns the title of the first of these columns that has a result which a teacher set; undefined if none has. */
export const findUsedColumn = async (db: Queryable, columnIds: readonly string[]): Promise<string | undefined> => {
  const { rows } = await db.execute<{ title: string }>(sql`
    select c.title from grade_column c where c.id = any(${sql.param([...columnIds])}::text[])
      and exists (select 1 from grade_cell v where v.column_id = c.id and (v.milli is not null or v.state is not null)
        and (c.assignment_id is null or v.is_override))
    order by c.position limit 1`);
  return rows[0]?.title;
};

/** Stores cells and a row of the history for each. */
export const putCells = async (
  tx: Transaction,
  cells: readonly (GradeCellRecord & { readonly before: GradeValue })[],
  { source, byName, reason, at }: { source: 'teacher' | 'assignment'; byName: string; reason: string; at: number },
): Promise<void> => {
  const given = sql`unnest(${sql.param(cells.map(({ columnId }) => columnId))}::text[], ${sql.param(cells.map(({ userId }) => userId))}::text[],
    ${sql.param(cells.map(({ rev }) => rev))}::int[], ${sql.param(cells.map(({ value }) => (value.kind === 'points' ? value.milli : null)))}::int[],
    ${sql.param(cells.map(({ value }) => (value.kind === 'state' ? value.state : null)))}::text[],
    ${sql.param(cells.map(({ before }) => JSON.stringify(before)))}::text[], ${sql.param(cells.map(({ value }) => JSON.stringify(value)))}::text[],
    ${sql.param(cells.map(({ isOverride }) => isOverride === true))}::boolean[], ${sql.param(cells.map(({ isLate }) => isLate === true))}::boolean[],
    ${sql.param(cells.map(({ unscored }) => unscored ?? 0))}::int[])
    as given (column_id, user_id, rev, milli, state, before, after, is_override, is_late, unscored)`;
  await tx.execute(sql`
    insert into grade_cell (column_id, user_id, rev, milli, state, is_override, is_late, unscored)
    select column_id, user_id, rev, milli, state, is_override, is_late, unscored from ${given}
    on conflict (column_id, user_id) do update set rev = excluded.rev, milli = excluded.milli, state = excluded.state,
      is_override = excluded.is_override, is_late = excluded.is_late, unscored = excluded.unscored`);
  await tx.execute(sql`
    insert into grade_change (column_id, user_id, rev, before, after, by_name, reason, changed_at, source)
    select column_id, user_id, rev, before::jsonb, after::jsonb, ${byName}, ${reason}, ${at}::bigint, ${source} from ${given}`);
};

/** Stores what is shown beside the results of cells of one column; the results and their revisions stay. */
export const putCellFlags = async (tx: Transaction, cells: readonly GradeCellRecord[]): Promise<void> => {
  await tx.execute(sql`
    insert into grade_cell (column_id, user_id, rev, is_late, unscored)
    select * from unnest(${sql.param(cells.map(({ columnId }) => columnId))}::text[], ${sql.param(cells.map(({ userId }) => userId))}::text[],
      ${sql.param(cells.map(({ rev }) => rev))}::int[], ${sql.param(cells.map(({ isLate }) => isLate === true))}::boolean[],
      ${sql.param(cells.map(({ unscored }) => unscored ?? 0))}::int[])
    on conflict (column_id, user_id) do update set is_late = excluded.is_late, unscored = excluded.unscored`);
};

interface GradeChange {
  readonly before: GradeValue;
  readonly after: GradeValue;
  readonly source: 'teacher' | 'assignment';
  readonly byName: string;
  readonly reason: string;
  readonly at: number;
}

export const listChanges = async (db: Queryable, columnId: string, userId: string): Promise<GradeChange[]> => {
  const { rows } = await db.execute<Row<GradeChange>>(sql`
    select before, after, source, by_name as "byName", reason, changed_at as at from grade_change
    where column_id = ${columnId} and user_id = ${userId} order by rev desc`);
  return rows;
};

const selectAppeals = async (db: Queryable, rest: SQL): Promise<GradeAppealRecord[]> => {
  const { rows } = await db.execute<
    Row<Omit<GradeAppealRecord, 'reply' | 'repliedAt'> & { reply: string | null; repliedAt: number | null }>
  >(sql`
    select a.id, a.column_id as "columnId", a.user_id as "userId", a.body, a.created_at as "createdAt", a.reply, a.replied_at as "repliedAt"
    from grade_appeal a join grade_column c on c.id = a.column_id ${rest}`);
  return rows.map(({ reply, repliedAt, ...appeal }) => (reply === null || repliedAt === null ? appeal : { ...appeal, reply, repliedAt }));
};

/** Returns the appeals of a class that have no reply, the oldest first. */
export const listOpenAppeals = (db: Queryable, classId: string): Promise<GradeAppealRecord[]> =>
  selectAppeals(db, sql`where c.class_id = ${classId} and a.reply is null order by a.created_at, a.id`);

/** Returns the number of appeals without a reply of each of these classes that has any. */
export const countOpenAppeals = async (db: Queryable, classIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ classId: string; count: number }>(sql`
    select c.class_id as "classId", count(*)::int as count from grade_appeal a join grade_column c on c.id = a.column_id
    where c.class_id = any(${sql.param([...classIds])}::text[]) and a.reply is null group by c.class_id`);
  return new Map(rows.map(({ classId, count }) => [classId, count]));
};

/** Returns the appeals of a student in a class, the newest first. */
export const listAppealsOf = (db: Queryable, classId: string, userId: string): Promise<GradeAppealRecord[]> =>
  selectAppeals(db, sql`where c.class_id = ${classId} and a.user_id = ${userId} order by a.created_at desc, a.id desc`);

/** Stores an appeal. Returns false if an earlier one of the student against this cell has no reply. */
export const insertAppeal = async (tx: Transaction, { id, columnId, userId, body, createdAt }: GradeAppealRecord): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into grade_appeal (id, column_id, user_id, body, created_at) values (${id}, ${columnId}, ${userId}, ${body}, ${createdAt})
    on conflict (column_id, user_id) where reply is null do nothing`);
  return rowCount === 1;
};

/** Stores the reply to an open appeal of a class. Returns the appeal; undefined if there is none. */
export const replyToAppeal = async (
  tx: Transaction,
  { classId, appealId, reply, at }: { classId: string; appealId: string; reply: string; at: number },
): Promise<GradeAppealRecord | undefined> => {
  await tx.execute(sql`
    update grade_appeal a set reply = ${reply}, replied_at = ${at}
    from grade_column c where c.id = a.column_id and c.class_id = ${classId} and a.id = ${appealId} and a.reply is null`);
  const [appeal] = await selectAppeals(tx, sql`where c.class_id = ${classId} and a.id = ${appealId} and a.replied_at = ${at}`);
  return appeal;
};

/** Returns the classes in whose gradebooks the user has cells or changes. */
export const listClassesWithGradesOf = async (db: Queryable, userId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct c.class_id as id from grade_cell v join grade_column c on c.id = v.column_id where v.user_id = ${userId} order by id`);
  return rows.map(({ id }) => id);
};

/** Returns what is stored about the results of a user in these columns, and all appeals, for the data export. */
export const readGradeData = async (
  db: Queryable,
  userId: string,
  columnIds: readonly string[],
): Promise<{ results: unknown[]; changes: unknown[]; appeals: unknown[] }> => {
  const results = await db.execute(sql`
    select c.class_id as "classId", c.title, c.max_milli as "maxMilli", v.milli, v.state
    from grade_cell v join grade_column c on c.id = v.column_id
    where v.user_id = ${userId} and c.id = any(${sql.param([...columnIds])}::text[]) order by c.class_id, c.position`);
  const changes = await db.execute(sql`
    select c.title, h.before, h.after, h.reason, h.changed_at as at from grade_change h join grade_column c on c.id = h.column_id
    where h.user_id = ${userId} and c.id = any(${sql.param([...columnIds])}::text[]) order by h.changed_at, c.position`);
  const appeals = await db.execute(sql`
    select c.title, a.body, a.created_at as "createdAt", a.reply, a.replied_at as "repliedAt"
    from grade_appeal a join grade_column c on c.id = a.column_id where a.user_id = ${userId} order by a.created_at, a.id`);
  return { results: results.rows, changes: changes.rows, appeals: appeals.rows };
};

export const deleteGradesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from grade_cell where user_id = ${userId}`);
  await tx.execute(sql`delete from grade_change where user_id = ${userId}`);
  await tx.execute(sql`delete from grade_appeal where user_id = ${userId}`);
  await tx.execute(sql`
    update grade_snapshot set gradebook = gradebook #- array['students', ${userId}::text]
    where gradebook #> array['students', ${userId}::text] is not null`);
};
