/** The SQL of the admin area on `book` and `book_contributor`. */
import type { AccessModel, BookLevel, BookRole, ShelfState } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import type { TimeCursor } from '../../../platform/http/cursor.ts';
import { sql } from '../../../platform/sql.ts';
import { isBookInScope } from '../../publication/versions/publisher-scope.ts';
import type { ContributorEntry } from '../contributors.ts';

export interface AdminBookRow extends Record<string, unknown> {
  id: string;
  title: string;
  subtitle: string | null;
  authors: string;
  isbn: string | null;
  publisher: string | null;
  place_of_publication: string | null;
  description: string | null;
  category_ids: string[];
  level: BookLevel | null;
  work_id: string | null;
  edition: number;
  access_model: AccessModel;
  price_fen: number;
  trial_chapters: number;
  trial_chosen: string[] | null;
  current_version_id: string;
  plan_tag: string | null;
  plan_proof: string | null;
  shelf_state: ShelfState;
  cover_sha256: string | null;
  cover_width: number | null;
  cover_height: number | null;
  contributors: ContributorEntry[];
  facts_edited: boolean;
  removal_notice: string | null;
  updated_at: number;
}

const columns = sql.raw(
  'b.id, b.title, b.subtitle, b.authors, b.isbn, b.publisher, b.place_of_publication, b.description, b.category_ids, b.level, b.work_id, b.edition, b.access_model, b.price_fen, b.trial_chapters, b.trial_chosen, b.current_version_id, b.plan_tag, b.plan_proof, b.shelf_state, b.cover_sha256, b.cover_width, b.cover_height, b.contributors, b.facts_edited, b.removal_notice, b.updated_at',
);
const readable = sql`b.current_version_id is not null`;
const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

export const listAdminBookRows = async (
  db: Queryable,
  filter: {
    q: string;
    state: ShelfState | undefined;
    accessScope: AccessScope | undefined;
    after: TimeCursor | undefined;
    limit: number;
  },
): Promise<AdminBookRow[]> => {
  const { q, state, accessScope, after, limit } = filter;
  const conditions = [readable, isBookInScope(sql`b.id`, accessScope)];
  if (q !== '') {
    const isbn = like(q.replaceAll('-', ''));
    conditions.push(sql`(b.title ilike ${like(q)} or b.authors ilike ${like(q)} or replace(coalesce(b.isbn, ''), '-', '') like ${isbn})`);
  }
  if (state !== undefined) conditions.push(sql`b.shelf_state = ${state}`);
  if (after !== undefined) conditions.push(sql`(b.updated_at, b.id) < (${after.at}::bigint, ${after.id})`);
  const { rows } = await db.execute<AdminBookRow>(
    sql`select ${columns} from book b where ${sql.join(conditions, sql` and `)} order by b.updated_at desc, b.id desc limit ${limit}`,
  );
  return rows;
};

/** Locks the book until the transaction ends and returns it. */
export const lockAdminBookRow = async (tx: Transaction, bookId: string): Promise<AdminBookRow | undefined> =>
  (await tx.execute<AdminBookRow>(sql`select ${columns} from book b where b.id = ${bookId} and ${readable} for update`)).rows[0];

export const findAdminBookRow = async (db: Queryable, bookId: string): Promise<AdminBookRow | undefined> =>
  (await db.execute<AdminBookRow>(sql`select ${columns} from book b where b.id = ${bookId} and ${readable}`)).rows[0];

export interface StoredContributor {
  readonly name: string;
  readonly role: BookRole;
  readonly unit: string;
  readonly userId: string | undefined;
}

export const listContributors = async (db: Queryable, bookId: string): Promise<StoredContributor[]> => {
  const { rows } = await db.execute<{ name: string; role: BookRole; unit: string; user_id: string | null }>(
    sql`select name, role, unit, user_id from book_contributor where book_id = ${bookId} order by position`,
  );
  return rows.map(({ name, role, unit, user_id }) => ({ name, role, unit, userId: user_id ?? undefined }));
};

export const replaceContributors = async (tx: Transaction, bookId: string, contributors: readonly StoredContributor[]): Promise<void> => {
  await tx.execute(sql`delete from book_contributor where book_id = ${bookId}`);
  for (const [position, { name, role, unit, userId = null }] of contributors.entries()) {
    await tx.execute(sql`
      insert into book_contributor (book_id, position, name, role, unit, user_id)
      values (${bookId}, ${position}, ${name}, ${role}, ${unit}, ${userId})`);
  }
};

export interface BookFacts {
  readonly title: string;
  readonly subtitle: string;
  readonly isbn: string;
  readonly publisher: string;
  readonly placeOfPublication: string;
  readonly description: string;
  readonly categoryIds: readonly string[];
  readonly level: BookLevel | null;
  readonly accessModel: AccessModel;
  readonly trialChapters: number;
  /** Keys of the trial chapters; null: the first chapters. */
  readonly trialChosen: readonly string[] | null;
  readonly planTag: string;
  readonly planProof: string;
  readonly authors: string;
  readonly contributors: readonly ContributorEntry[];
}

export const updateFacts = async (tx: Transaction, bookId: string, facts: BookFacts, now: number): Promise<void> => {
  await tx.execute(sql`
    update book set title = ${facts.title}, subtitle = nullif(${facts.subtitle}, ''), isbn = nullif(${facts.isbn}, ''),
      publisher = nullif(${facts.publisher}, ''), place_of_publication = nullif(${facts.placeOfPublication}, ''), description = nullif(${facts.description}, ''),
      category_ids = ${sql.param([...facts.categoryIds])}::text[], level = ${facts.level}, access_model = ${facts.accessModel}, trial_chapters = ${facts.trialChapters},
      trial_chosen = ${facts.trialChosen === null ? null : sql.param([...facts.trialChosen])}::text[],
      plan_tag = nullif(${facts.planTag}, ''), plan_proof = nullif(${facts.planProof}, ''), authors = ${facts.authors}, contributors = ${JSON.stringify(facts.contributors)}::jsonb, facts_edited = true, updated_at = ${now}
    where id = ${bookId}`);
};

export interface StoredEdition {
  readonly bookId: string;
  readonly title: string;
  readonly edition: number;
  readonly state: ShelfState;
}

/** Returns the books of a work in any state, the newest edition first. */
export const listEditionsOf = async (db: Queryable, workId: string): Promise<StoredEdition[]> => {
  const { rows } = await db.execute<{ id: string; title: string; edition: number; shelf_state: ShelfState }>(
    sql`select id, title, edition, shelf_state from book where work_id = ${workId} order by edition desc`,
  );
  return rows.map(({ id, title, edition, shelf_state }) => ({ bookId: id, title, edition, state: shelf_state }));
};

/** Locks the assignment of books to works until the transaction ends, so that changes of editions run one at a time. */
export const lockEditions = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('book editions', 0))`);
};

export const updateEdition = async (
  tx: Transaction,
  bookId: string,
  { edition, workId }: { edition: number; workId: string | null },
  now: number,
): Promise<void> => {
  await tx.execute(sql`update book set edition = ${edition}, work_id = ${workId}, updated_at = ${now} where id = ${bookId}`);
};

/** Removes the link to a work from a book that is the only one left in this work. */
export const dissolveSingleWork = async (tx: Transaction, workId: string): Promise<void> => {
  await tx.execute(
    sql`update book set work_id = null where work_id = ${workId} and (select count(*) from book o where o.work_id = ${workId}) = 1`,
  );
};

export const updateCover = async (
  tx: Transaction,
  bookId: string,
  cover: { sha256: string; width: number; height: number },
  now: number,
): Promise<void> => {
  await tx.execute(sql`
    update book set cover_sha256 = ${cover.sha256}, cover_width = ${cover.width}, cover_height = ${cover.height}, cover_edited = true,
      updated_at = ${now} where id = ${bookId}`);
};

export const countCategories = async (db: Queryable, ids: readonly string[]): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from category where id = any(${sql.param([...ids])}::text[])`,
  );
  return rows[0]?.n ?? 0;
};

/** Returns the books with a contributor entry linked to this account, last changed first. */
export const listBooksOfContributor = async (
  db: Queryable,
  userId: string,
): Promise<{ bookId: string; roles: BookRole[]; since: number }[]> => {
  const { rows } = await db.execute<{ book_id: string; roles: BookRole[]; since: number }>(sql`
    select c.book_id, array_agg(distinct c.role) as roles, coalesce(b.published_at, b.updated_at) as since from book_contributor c join book b on b.id = c.book_id
    where c.user_id = ${userId} group by c.book_id, b.published_at, b.updated_at order by b.updated_at desc, c.book_id`);
  return rows.map(({ book_id, roles, since }) => ({ bookId: book_id, roles, since: Number(since) }));
};

/** Returns the contributor entries of the user in all books. */
export const listCreditsOf = async (db: Queryable, userId: string): Promise<object[]> => {
  const { rows } = await db.execute(sql`
    select c.book_id as "bookId", b.title, c.name, c.role, c.unit from book_contributor c join book b on b.id = c.book_id
    where c.user_id = ${userId} order by c.book_id, c.position`);
  return rows;
};

export const unlinkContributor = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`update book_contributor set user_id = null where user_id = ${userId}`);
};
