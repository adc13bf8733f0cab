/** The only SQL on the `annotation` table. Every query has the owner as a condition, except that which reads the annotations of a book. */
import type { AnchorState, AnnotationColor, AnnotationKind, AnnotationTarget, HighlightStyle, Hlc } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import { searchTextOf } from './search-text.ts';
import type { OtherBody, StoredAnnotation } from './stored-annotation.ts';

interface AnnotationRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  book_id: string;
  version_id: string;
  kind: AnnotationKind;
  color: AnnotationColor;
  highlight_style: HighlightStyle;
  body: string;
  tags: string[];
  target: AnnotationTarget;
  anchor: AnchorState;
  chapter_title: string;
  total_progression: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  deletion_received_at: number | null;
  field_clocks: Record<string, Hlc>;
  body_sent_hlc: string | null;
  other_bodies: OtherBody[];
}

const fromRow = (row: AnnotationRow): StoredAnnotation => ({
  id: row.id,
  userId: row.user_id,
  bookId: row.book_id,
  versionId: row.version_id,
  kind: row.kind,
  color: row.color,
  highlightStyle: row.highlight_style,
  body: row.body,
  tags: row.tags,
  target: row.target,
  anchor: row.anchor,
  chapterTitle: row.chapter_title,
  totalProgression: row.total_progression,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
  deletionReceivedAt: row.deletion_received_at,
  clocks: row.field_clocks,
  bodySentHlc: row.body_sent_hlc,
  otherBodies: row.other_bodies,
});

const COLUMNS = sql.raw(
  'id, user_id, book_id, version_id, kind, color, highlight_style, body, tags, target, anchor, chapter_title, total_progression, ' +
    'created_at, updated_at, deleted_at, deletion_received_at, field_clocks, body_sent_hlc, other_bodies',
);

export const findAnnotationById = async (db: Queryable, userId: string, id: string): Promise<StoredAnnotation | undefined> => {
  const [found] = await findAnnotationsByIds(db, userId, [id]);
  return found;
};

export const findAnnotationsByIds = async (db: Queryable, userId: string, ids: readonly string[]): Promise<StoredAnnotation[]> => {
  const { rows } = await db.execute<AnnotationRow>(
    sql`select ${COLUMNS} from annotation where user_id = ${userId} and id = any(${sql.param(ids)}::text[])`,
  );
  return rows.map(fromRow);
};

/** Inserts an annotation; returns false if the id exists for any user. */
export const insertAnnotation = async (tx: Transaction, annotation: StoredAnnotation): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into annotation (${COLUMNS}, search_text) values (
      ${annotation.id}, ${annotation.userId}, ${annotation.bookId}, ${annotation.versionId}, ${annotation.kind}, ${annotation.color},
      ${annotation.highlightStyle}, ${annotation.body}, ${sql.param(annotation.tags)},
      ${JSON.stringify(annotation.target)}, ${annotation.anchor}, ${annotation.chapterTitle}, ${annotation.totalProgression}, ${annotation.createdAt}, ${annotation.updatedAt},
      ${annotation.deletedAt}, ${annotation.deletionReceivedAt}, ${JSON.stringify(annotation.clocks)}, ${annotation.bodySentHlc},
      ${JSON.stringify(annotation.otherBodies)}, ${searchTextOf(annotation)}
    ) on conflict do nothing`);
  return rowCount === 1;
};

/** Updates all mutable fields of an annotation. */
export const updateAnnotation = async (tx: Transaction, annotation: StoredAnnotation): Promise<void> => {
  await tx.execute(sql`
    update annotation set
      version_id = ${annotation.versionId}, kind = ${annotation.kind}, color = ${annotation.color},
      highlight_style = ${annotation.highlightStyle}, body = ${annotation.body}, tags = ${sql.param(annotation.tags)},
      target = ${JSON.stringify(annotation.target)}, anchor = ${annotation.anchor}, chapter_title = ${annotation.chapterTitle},
      total_progression = ${annotation.totalProgression}, updated_at = ${annotation.updatedAt}, deleted_at = ${annotation.deletedAt},
      deletion_received_at = ${annotation.deletionReceivedAt}, field_clocks = ${JSON.stringify(annotation.clocks)},
      body_sent_hlc = ${annotation.bodySentHlc}, other_bodies = ${JSON.stringify(annotation.otherBodies)}, search_text = ${searchTextOf(annotation)}
    where id = ${annotation.id} and user_id = ${annotation.userId}`);
};

/**
 * Returns a page of the annotations of a book, of all users, that refer to another version than `versionId`, ordered by user and id. Those
 * whose texts were removed are left out.
 */
export const listAnnotationsOutsideVersion = async (
  db: Queryable,
  bookId: string,
  versionId: string,
  after: { readonly userId: string; readonly id: string },
  limit: number,
): Promise<StoredAnnotation[]> => {
  const { rows } = await db.execute<AnnotationRow>(sql`
    select ${COLUMNS} from annotation where book_id = ${bookId} and version_id <> ${versionId}
      and (user_id, id) > (${after.userId}, ${after.id}) and (deleted_at is null or deletion_received_at is not null)
    order by user_id, id limit ${limit}`);
  return rows.map(fromRow);
};

/** Returns the number of annotations of a book, of all users, that refer to another version. Those in the trash do not count. */
export const countAnnotationsOutsideVersion = async (db: Queryable, bookId: string, versionId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from annotation where book_id = ${bookId} and version_id <> ${versionId} and deleted_at is null`,
  );
  return rows[0]?.n ?? 0;
};

/**
 * Removes the texts of annotations whose deletion the server received before `before`; the tombstone stays, so that a device that was
 * offline longer still receives the deletion. Returns their number.
 */
export const emptyDeletedAnnotations = async (db: Queryable, before: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`
    update annotation set
      body = '', tags = '{}', other_bodies = '[]', search_text = '', chapter_title = '', deletion_received_at = null,
      target = jsonb_set(target, '{quote}', '{"exact": "", "prefix": "", "suffix": ""}')
    where deletion_received_at < ${before}`);
  return rowCount ?? 0;
};

export interface AnnotationFilter {
  readonly bookId?: string | undefined;
  readonly kind?: AnnotationKind | undefined;
  readonly color?: AnnotationColor | undefined;
  readonly chapter?: string | undefined;
  readonly tag?: string | undefined;
  readonly anchor?: AnchorState | undefined;
  /** Earliest creation time, inclusive, UTC ms. */
  readonly from?: number | undefined;
  /** Latest creation time, exclusive, UTC ms. */
  readonly before?: number | undefined;
  /** Search terms in folded form, all of which must occur. */
  readonly terms: readonly string[];
  /** Ids of the only annotations that match; undefined: any annotation. */
  readonly ids?: readonly string[] | undefined;
}

const matching = (userId: string, filter: AnnotationFilter): SQL => {
  const conditions = [sql`user_id = ${userId}`, sql`deleted_at is null`];
  if (filter.bookId !== undefined) conditions.push(sql`book_id = ${filter.bookId}`);
  if (filter.kind !== undefined) conditions.push(sql`kind = ${filter.kind}`);
  if (filter.color !== undefined) conditions.push(sql`color = ${filter.color}`);
  if (filter.chapter !== undefined) conditions.push(sql`chapter_title = ${filter.chapter}`);
  if (filter.tag !== undefined) conditions.push(sql`${filter.tag} = any(tags)`);
  if (filter.anchor !== undefined) conditions.push(sql`anchor = ${filter.anchor}`);
  if (filter.from !== undefined) conditions.push(sql`created_at >= ${filter.from}::bigint`);
  if (filter.before !== undefined) conditions.push(sql`created_at < ${filter.before}::bigint`);
  if (filter.ids !== undefined) conditions.push(sql`id = any(${sql.param([...filter.ids])}::text[])`);
  for (const term of filter.terms) conditions.push(sql`strpos(search_text, ${term}) > 0`);
  return sql.join(conditions, sql` and `);
};

/** The cursor of a page in the order by time; `BookCursor` is the cursor in the order by book. */
export interface NewestCursor {
  readonly createdAt: number;
  readonly id: string;
}
export interface BookCursor {
  readonly bookId: string;
  readonly progression: number;
  readonly start: number;
  readonly id: string;
}

const START = sql.raw("((target->'position'->>'start')::bigint)");

export const listNewestAnnotations = async (
  db: Queryable,
  userId: string,
  filter: AnnotationFilter,
  after: NewestCursor | undefined,
  limit: number,
): Promise<StoredAnnotation[]> => {
  const rest = after === undefined ? sql`true` : sql`(created_at, id) < (${after.createdAt}::bigint, ${after.id})`;
  const { rows } = await db.execute<AnnotationRow>(sql`
    select ${COLUMNS} from annotation where ${matching(userId, filter)} and ${rest}
    order by created_at desc, id desc limit ${limit}`);
  return rows.map(fromRow);
};

export const listAnnotationsInBookOrder = async (
  db: Queryable,
  userId: string,
  filter: AnnotationFilter,
  after: BookCursor | undefined,
  limit: number,
): Promise<StoredAnnotation[]> => {
  const rest =
    after === undefined
      ? sql`true`
      : sql`(book_id, total_progression, ${START}, id) > (${after.bookId}, ${after.progression}::float8, ${after.start}::bigint, ${after.id})`;
  const { rows } = await db.execute<AnnotationRow>(sql`
    select ${COLUMNS} from annotation where ${matching(userId, filter)} and ${rest}
    order by book_id, total_progression, ${START}, id limit ${limit}`);
  return rows.map(fromRow);
};

/** Returns a page of the texts that a search compares, one for each annotation that matches the filter, ordered by annotation id. */
export const listSearchTexts = async (
  db: Queryable,
  userId: string,
  filter: AnnotationFilter,
  afterId: string,
  limit: number,
): Promise<{ id: string; text: string }[]> => {
  const { rows } = await db.execute<{ id: string; text: string }>(sql`
    select id, search_text as text from annotation where ${matching(userId, filter)} and id > ${afterId} order by id limit ${limit}`);
  return rows;
};

/** Returns the number of matches in each book, the most recently annotated book first. */
export const countAnnotationsByBook = async (
  db: Queryable,
  userId: string,
  filter: AnnotationFilter,
): Promise<{ bookId: string; count: number }[]> => {
  const { rows } = await db.execute<{ book_id: string; count: number }>(sql`
    select book_id, count(*) as count from annotation where ${matching(userId, filter)}
    group by book_id order by max(created_at) desc, book_id`);
  return rows.map((row) => ({ bookId: row.book_id, count: row.count }));
};

/** Returns the number of a user's annotations that are not deleted. */
export const countAnnotationsOf = async (db: Queryable, userId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from annotation where user_id = ${userId} and deleted_at is null`,
  );
  return rows[0]?.n ?? 0;
};

/** Returns the highlights and notes of a user in these documents of a book, in the order of the book. Those in the trash are left out. */
export const listAnnotationsInDocuments = async (
  db: Queryable,
  { userId, bookId, hrefs }: { readonly userId: string; readonly bookId: string; readonly hrefs: readonly string[] },
  limit: number,
): Promise<StoredAnnotation[]> => {
  const { rows } = await db.execute<AnnotationRow>(sql`
    select ${COLUMNS} from annotation where user_id = ${userId} and book_id = ${bookId} and deleted_at is null and kind <> 'bookmark'
      and target->>'href' = any(${sql.param([...hrefs])}::text[])
    order by total_progression, ${START}, id limit ${limit}`);
  return rows.map(fromRow);
};

/** Returns when a user created their newest annotation of a book, UTC ms; undefined if there is none. */
export const findLastAnnotationAt = async (db: Queryable, userId: string, bookId: string): Promise<number | undefined> => {
  const { rows } = await db.execute<{ at: number | null }>(
    sql`select max(created_at) as at from annotation where user_id = ${userId} and book_id = ${bookId} and deleted_at is null`,
  );
  return rows[0]?.at ?? undefined;
};

/** Returns a page of all annotations of a user, including deleted ones, ordered by id. */
export const listAnnotationsOf = async (db: Queryable, userId: string, afterId: string, limit: number): Promise<StoredAnnotation[]> => {
  const { rows } = await db.execute<AnnotationRow>(
    sql`select ${COLUMNS} from annotation where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  );
  return rows.map(fromRow);
};

export const deleteAnnotationsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from annotation where user_id = ${userId}`);
};
