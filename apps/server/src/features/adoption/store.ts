/** The only SQL on adoption lists, their items and reviews. */
import type { AdoptionItem, AdoptionLevel, AdoptionList, AdoptionStatus } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';

type Review = AdoptionList['reviews'][number];

/** The row of a list, without its items and reviews. */
export interface AdoptionRow {
  readonly id: string;
  readonly teacherId: string;
  readonly institutionId: string;
  readonly term: string;
  readonly note: string;
  readonly status: AdoptionStatus;
  readonly rev: number;
  /** Number of levels that have approved the list since it was submitted. */
  readonly approvals: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly submittedAt: number | null;
  readonly orderedAt: number | null;
}

export interface StoredAdoption extends AdoptionRow {
  readonly items: readonly AdoptionItem[];
  readonly reviews: readonly Review[];
}

const LIST = sql`l.id, l.teacher_id as "teacherId", l.institution_id as "institutionId", l.term, l.note, l.status, l.rev, l.approvals,
  l.created_at as "createdAt", l.updated_at as "updatedAt", l.submitted_at as "submittedAt", l.ordered_at as "orderedAt"`;

const selectRows = async (db: Queryable, rest: SQL): Promise<AdoptionRow[]> =>
  (await db.execute<Row<AdoptionRow>>(sql`select ${LIST} from adoption_list l ${rest}`)).rows;

type ItemRow = Omit<AdoptionItem, 'classId' | 'priceFen'> & {
  readonly listId: string;
  readonly classId: string | null;
  readonly priceFen: number | null;
};

/** Whether no earlier list of the institution, confirmed or ordered, has the ISBN of the item for its course. */
const IS_FIRST = sql`not exists (
  select 1 from adoption_item o join adoption_list e on e.id = o.list_id
  where o.isbn = i.isbn and o.course_code = i.course_code and e.id <> l.id and e.institution_id = l.institution_id
    and e.status in ('confirmed', 'ordered') and (l.status in ('draft', 'returned', 'withdrawn') or e.submitted_at < l.submitted_at))`;

const itemsOf = async (db: Queryable, ids: readonly string[]): Promise<Map<string, AdoptionItem[]>> => {
  const { rows } = await db.execute<Row<ItemRow>>(sql`
    select i.list_id as "listId", i.course_code as "courseCode", i.course, i.class_id as "classId", i.class_name as "className",
      i.book_id as "bookId", i.book_title as "bookTitle", i.form, i.isbn, i.edition, i.publisher, i.award, i.is_marxist as "isMarxist",
      i.students, i.has_teacher_copy as "hasTeacherCopy", i.price_fen as "priceFen", i.reason, ${IS_FIRST} as "isFirst"
    from adoption_item i join adoption_list l on l.id = i.list_id
    where i.list_id = any(${sql.param([...ids])}::text[]) order by i.list_id, i.position`);
  const items = new Map<string, AdoptionItem[]>();
  for (const { listId, classId, priceFen, ...rest } of rows) {
    const item = { ...rest, ...(classId === null ? {} : { classId }), ...(priceFen === null ? {} : { priceFen }) };
    items.set(listId, [...(items.get(listId) ?? []), item]);
  }
  return items;
};

const reviewsOf = async (db: Queryable, ids: readonly string[]): Promise<Map<string, Review[]>> => {
  const { rows } = await db.execute<Row<Review & { readonly listId: string }>>(sql`
    select list_id as "listId", level, decision, reviewer, remark, at from adoption_review
    where list_id = any(${sql.param([...ids])}::text[]) order by at, id`);
  return Map.groupBy(rows, ({ listId }) => listId);
};

/** Returns the lists with their items and reviews. */
export const completeAdoptions = async (db: Queryable, rows: readonly AdoptionRow[]): Promise<StoredAdoption[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const items = await itemsOf(db, ids);
  const reviews = await reviewsOf(db, ids);
  return rows.map((row) => ({
    ...row,
    items: items.get(row.id) ?? [],
    reviews: (reviews.get(row.id) ?? []).map(({ level, decision, reviewer, remark, at }) => ({ level, decision, reviewer, remark, at })),
  }));
};

/** Locks the lists of a teacher until the transaction ends, so that two requests cannot both get the copy of a book. */
export const lockAdoptionsOf = async (tx: Transaction, teacherId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`adoptions of ${teacherId}`}, 0))`);
};

export const countAdoptionsOf = async (db: Queryable, teacherId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from adoption_list where teacher_id = ${teacherId}`);
  return rows[0]?.n ?? 0;
};

export type NewAdoption = Pick<AdoptionRow, 'id' | 'teacherId' | 'institutionId' | 'term' | 'note' | 'createdAt'>;

export const insertAdoption = async (tx: Transaction, one: NewAdoption): Promise<void> => {
  await tx.execute(sql`
    insert into adoption_list (id, teacher_id, institution_id, term, note, created_at, updated_at)
    values (${one.id}, ${one.teacherId}, ${one.institutionId}, ${one.term}, ${one.note}, ${one.createdAt}, ${one.createdAt})`);
};

/** Stores the new state of a list as its next revision. */
export const updateAdoption = async (tx: Transaction, one: AdoptionRow, now: number): Promise<void> => {
  await tx.execute(sql`
    update adoption_list set institution_id = ${one.institutionId}, term = ${one.term}, note = ${one.note}, status = ${one.status},
      approvals = ${one.approvals}, submitted_at = ${one.submittedAt}::bigint, ordered_at = ${one.orderedAt}::bigint, rev = rev + 1,
      updated_at = ${now}
    where id = ${one.id}`);
};

/** Replaces the items of a list. */
export const replaceItems = async (tx: Transaction, listId: string, items: readonly Omit<AdoptionItem, 'isFirst'>[]): Promise<void> => {
  await tx.execute(sql`delete from adoption_item where list_id = ${listId}`);
  for (const [position, one] of items.entries())
    await tx.execute(sql`
      insert into adoption_item (list_id, position, course_code, course, class_id, class_name, book_id, book_title, form, isbn, edition,
        publisher, award, is_marxist, students, has_teacher_copy, price_fen, reason)
      values (${listId}, ${position}, ${one.courseCode}, ${one.course}, ${one.classId ?? null}, ${one.className}, ${one.bookId},
        ${one.bookTitle}, ${one.form}, ${one.isbn}, ${one.edition}, ${one.publisher}, ${one.award}, ${one.isMarxist}, ${one.students},
        ${one.hasTeacherCopy}, ${one.priceFen ?? null}::int, ${one.reason})`);
};

export const insertReview = async (tx: Transaction, id: string, listId: string, one: Review): Promise<void> => {
  await tx.execute(sql`
    insert into adoption_review (id, list_id, level, decision, reviewer, remark, at)
    values (${id}, ${listId}, ${one.level}, ${one.decision}, ${one.reviewer}, ${one.remark}, ${one.at})`);
};

export const deleteAdoption = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from adoption_list where id = ${id}`);
};

/** Returns the lists of a teacher, the newest first. */
export const listAdoptionsOf = (db: Queryable, teacherId: string): Promise<AdoptionRow[]> =>
  selectRows(db, sql`where l.teacher_id = ${teacherId} order by l.created_at desc, l.id desc`);

export const findOwnAdoption = async (db: Queryable, teacherId: string, id: string): Promise<AdoptionRow | undefined> =>
  (await selectRows(db, sql`where l.id = ${id} and l.teacher_id = ${teacherId}`))[0];

export const lockOwnAdoption = async (tx: Transaction, teacherId: string, id: string): Promise<AdoptionRow | undefined> =>
  (await selectRows(tx, sql`where l.id = ${id} and l.teacher_id = ${teacherId} for update of l`))[0];

const isInScope = (accessScope: AccessScope | undefined): SQL =>
  accessScope === undefined ? sql`true` : sql`l.institution_id = any(${sql.param([...accessScope.institutions])}::text[])`;

/** Locks these lists in the access scope until the transaction ends and returns them, drafts left out, in the order of their ids. */
export const lockAdoptions = (tx: Transaction, ids: readonly string[], accessScope: AccessScope | undefined): Promise<AdoptionRow[]> =>
  selectRows(
    tx,
    sql`where l.id = any(${sql.param([...ids])}::text[]) and l.status <> 'draft' and ${isInScope(accessScope)} order by l.id for update of l`,
  );

/** Returns the books of which a teacher gets a copy by other lists of the term that are submitted, confirmed or ordered. */
export const listCopiesOf = async (
  db: Queryable,
  { teacherId, term, id }: Pick<AdoptionRow, 'teacherId' | 'term' | 'id'>,
): Promise<ReadonlySet<string>> => {
  const { rows } = await db.execute<{ bookId: string }>(sql`
    select i.book_id as "bookId" from adoption_item i join adoption_list l on l.id = i.list_id
    where l.teacher_id = ${teacherId} and l.term = ${term} and l.id <> ${id} and l.status in ('submitted', 'confirmed', 'ordered')
      and i.has_teacher_copy`);
  return new Set(rows.map(({ bookId }) => bookId));
};

/** What the admin list and its export show. */
export interface AdoptionFilter {
  readonly level: number | undefined;
  readonly term: string;
  readonly first: boolean;
  readonly q: string;
  readonly accessScope: AccessScope | undefined;
}

const matching = ({ level, term, first, q, accessScope }: AdoptionFilter): SQL => {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const text = sql`exists (select 1 from adoption_item i where i.list_id = l.id and (i.course ilike ${pattern} or i.course_code ilike ${pattern}
    or i.book_title ilike ${pattern} or i.isbn ilike ${pattern}))`;
  return sql`l.status <> 'draft' and ${isInScope(accessScope)}
    ${level === undefined ? sql`` : sql`and (l.status <> 'submitted' or l.approvals = ${level})`}
    ${term === '' ? sql`` : sql`and l.term = ${term}`} ${q === '' ? sql`` : sql`and ${text}`}
    ${first ? sql`and exists (select 1 from adoption_item i where i.list_id = l.id and ${IS_FIRST})` : sql``}`;
};

/** Returns a page of lists of one state: those that wait for the operator the oldest first, others the newest first. */
export const listAdoptionsPage = (
  db: Queryable,
  filter: AdoptionFilter & { status: AdoptionStatus; after: TimeCursor | undefined; limit: number },
): Promise<AdoptionRow[]> => {
  const { status, after, limit } = filter;
  const [order, beyond] = status === 'submitted' || status === 'confirmed' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return selectRows(
    db,
    sql`where l.status = ${status} and ${matching(filter)}
      ${after === undefined ? sql`` : sql`and (l.updated_at, l.id) ${beyond} (${after.at}::bigint, ${after.id})`}
      order by l.updated_at ${order}, l.id ${order} limit ${limit}`,
  );
};

export type AdoptionCounts = Readonly<Record<Exclude<AdoptionStatus, 'draft'>, number>>;

export const countAdoptions = async (db: Queryable, filter: AdoptionFilter): Promise<AdoptionCounts> => {
  const { rows } = await db.execute<{ status: AdoptionStatus; n: number }>(
    sql`select l.status, count(*)::int as n from adoption_list l where ${matching(filter)} group by l.status`,
  );
  const counts = { submitted: 0, returned: 0, withdrawn: 0, confirmed: 0, ordered: 0 };
  return { ...counts, ...Object.fromEntries(rows.map(({ status, n }) => [status, n])) };
};

/** Returns the books on confirmed and ordered lists of a teacher. */
export const listAdoptedBooks = async (db: Queryable, teacherId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ bookId: string }>(sql`
    select distinct i.book_id as "bookId" from adoption_item i join adoption_list l on l.id = i.list_id
    where l.teacher_id = ${teacherId} and l.status in ('confirmed', 'ordered')`);
  return rows.map(({ bookId }) => bookId);
};

export const deleteAdoptionsOf = async (tx: Transaction, teacherId: string): Promise<void> => {
  await tx.execute(sql`delete from adoption_list where teacher_id = ${teacherId}`);
};

/** The levels in their order; the number of approvals is the index of the level that decides next. */
export const LEVELS: readonly AdoptionLevel[] = ['section', 'department', 'school'];
