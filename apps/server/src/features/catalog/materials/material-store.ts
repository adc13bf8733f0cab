/** The only SQL on `book_material`. */
import type { MaterialAudience } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';

export interface StoredMaterial {
  readonly id: string;
  readonly bookId: string;
  readonly title: string;
  readonly note: string;
  readonly audience: MaterialAudience;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Key of the file's bytes in the object store. */
  readonly sha256: string;
  readonly createdAt: number;
}

interface MaterialRow extends Record<string, unknown> {
  id: string;
  book_id: string;
  title: string;
  note: string;
  audience: MaterialAudience;
  file_name: string;
  media_type: string;
  size_bytes: number;
  sha256: string;
  created_at: number;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredMaterial[]> => {
  const { rows } = await db.execute<MaterialRow>(
    sql`select id, book_id, title, note, audience, file_name, media_type, size_bytes, sha256, created_at from book_material where ${rest}`,
  );
  return rows.map((row) => ({
    id: row.id,
    bookId: row.book_id,
    title: row.title,
    note: row.note,
    audience: row.audience,
    fileName: row.file_name,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    createdAt: row.created_at,
  }));
};

export const listMaterials = (db: Queryable, bookId: string): Promise<StoredMaterial[]> =>
  select(db, sql`book_id = ${bookId} order by created_at, id`);

/** Returns the materials of these books, each book's in the order in which they were added. */
export const listMaterialsOfBooks = (db: Queryable, bookIds: readonly string[]): Promise<StoredMaterial[]> =>
  select(db, sql`book_id = any(${sql.param([...bookIds])}::text[]) order by created_at, id`);

export const countMaterials = async (db: Queryable, bookId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from book_material where book_id = ${bookId}`);
  return rows[0]?.n ?? 0;
};

export const findMaterial = async (db: Queryable, id: string): Promise<StoredMaterial | undefined> =>
  (await select(db, sql`id = ${id}`))[0];

/** Locks the material until the transaction ends and returns it. */
export const lockMaterial = async (tx: Transaction, bookId: string, id: string): Promise<StoredMaterial | undefined> =>
  (await select(tx, sql`id = ${id} and book_id = ${bookId} for update`))[0];

export const insertMaterial = async (tx: Transaction, material: StoredMaterial): Promise<void> => {
  await tx.execute(sql`
    insert into book_material (id, book_id, title, note, audience, file_name, media_type, size_bytes, sha256, created_at)
    values (${material.id}, ${material.bookId}, ${material.title}, ${material.note}, ${material.audience}, ${material.fileName},
      ${material.mediaType}, ${material.sizeBytes}, ${material.sha256}, ${material.createdAt})`);
};

export const updateMaterial = async (
  tx: Transaction,
  id: string,
  { title, note, audience }: Pick<StoredMaterial, 'title' | 'note' | 'audience'>,
): Promise<void> => {
  await tx.execute(sql`update book_material set title = ${title}, note = ${note}, audience = ${audience} where id = ${id}`);
};

export const deleteMaterial = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from book_material where id = ${id}`);
};
