/** The SQL on collections, and on the images and the order that collections and home slots share. */
import type { CollectionKind } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import type { Owner } from '../../authorization/access-scope.ts';

/** An image that an editor uploaded, in the object store. */
export interface CatalogImage {
  readonly sha256: string;
  readonly mediaType: string;
}

export interface Collection {
  readonly id: string;
  readonly kind: CollectionKind;
  readonly title: string;
  readonly intro: string;
  readonly curator: string;
  readonly picture: CatalogImage | undefined;
  readonly visible: boolean;
  /** The publisher that owns the collection and all its books; undefined if the platform owns it. */
  readonly publisher: string | undefined;
  readonly updatedAt: number;
}

export interface PictureRow extends Record<string, unknown> {
  picture_sha256: string | null;
  picture_media_type: string | null;
}

export const toImage = (row: PictureRow): CatalogImage | undefined =>
  row.picture_sha256 === null ? undefined : { sha256: row.picture_sha256, mediaType: row.picture_media_type ?? '' };

interface CollectionRow extends PictureRow {
  id: string;
  kind: CollectionKind;
  title: string;
  intro: string;
  curator: string;
  visible: boolean;
  publisher: string | null;
  updated_at: number;
}

const toCollection = (row: CollectionRow): Collection => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  intro: row.intro,
  curator: row.curator,
  picture: toImage(row),
  visible: row.visible,
  publisher: row.publisher ?? undefined,
  updatedAt: row.updated_at,
});

const selectCollections = async (db: Queryable, where: SQL): Promise<Collection[]> => {
  const { rows } = await db.execute<CollectionRow>(sql`
    select id, kind, title, intro, curator, picture_sha256, picture_media_type, visible, publisher, updated_at
    from book_collection where ${where}`);
  return rows.map(toCollection);
};

export const findCollectionById = async (db: Queryable, id: string): Promise<Collection | undefined> =>
  (await selectCollections(db, sql`id = ${id}`))[0];

export const ownerOfCollection = (collection: Collection | undefined): Owner => ({
  publishers: collection?.publisher === undefined ? [] : [collection.publisher],
});

/** Returns the collections in the editors' order: those of the publishers in the access scope, or all. */
export const listAllCollections = (db: Queryable, accessScope: AccessScope | undefined): Promise<Collection[]> => {
  const inScope = accessScope === undefined ? sql`true` : sql`publisher = any(${sql.param([...accessScope.publishers])}::text[])`;
  return selectCollections(db, sql`${inScope} order by position, id`);
};

/** Returns the visible collections in the editors' order; only those of `ids` if they are given. */
export const listVisibleCollections = (db: Queryable, limit: number, ids?: readonly string[]): Promise<Collection[]> => {
  const only = ids === undefined ? sql`` : sql`and id = any(${sql.param([...ids])}::text[])`;
  return selectCollections(db, sql`visible ${only} order by position, id limit ${limit}`);
};

/** Returns the collections with these ids, visible or hidden, unordered. */
export const findCollections = (db: Queryable, ids: readonly string[]): Promise<Collection[]> =>
  selectCollections(db, sql`id = any(${sql.param([...ids])}::text[])`);

/** Returns visible collections that share books with a collection, most shared books first, then others of the same kind. */
export const listRelatedCollections = (
  db: Queryable,
  { id, kind }: Pick<Collection, 'id' | 'kind'>,
  limit: number,
): Promise<Collection[]> => {
  const common = sql`(
    select count(*) from book_collection_item other join book_collection_item mine on mine.book_id = other.book_id
    where other.collection_id = book_collection.id and mine.collection_id = ${id})`;
  return selectCollections(
    db,
    sql`visible and id <> ${id} and (kind = ${kind} or ${common} > 0) order by ${common} desc, position, id limit ${limit}`,
  );
};

export interface CollectionEntry {
  readonly collectionId: string;
  readonly bookId: string;
  readonly note: string;
}

/** Returns the books of these collections in their order, in any shelf state. */
export const listCollectionEntries = async (db: Queryable, collectionIds: readonly string[]): Promise<CollectionEntry[]> => {
  const { rows } = await db.execute<{ collection_id: string; book_id: string; note: string }>(sql`
    select collection_id, book_id, note from book_collection_item
    where collection_id = any(${sql.param([...collectionIds])}::text[]) order by collection_id, position`);
  return rows.map((row) => ({ collectionId: row.collection_id, bookId: row.book_id, note: row.note }));
};

export interface WrittenCollection extends Omit<Collection, 'updatedAt'> {
  readonly now: number;
}

/** Inserts or updates a collection; a new one is appended to the order. */
export const upsertCollection = async (tx: Transaction, one: WrittenCollection): Promise<void> => {
  await tx.execute(sql`
    insert into book_collection
      (id, kind, title, intro, curator, picture_sha256, picture_media_type, visible, publisher, position, created_at, updated_at)
    values (
      ${one.id}, ${one.kind}, ${one.title}, ${one.intro}, ${one.curator}, ${one.picture?.sha256 ?? null}, ${one.picture?.mediaType ?? null},
      ${one.visible}, ${one.publisher ?? null}, (select coalesce(max(position), 0) + 1 from book_collection), ${one.now}, ${one.now}
    )
    on conflict (id) do update set
      kind = excluded.kind, title = excluded.title, intro = excluded.intro, curator = excluded.curator,
      picture_sha256 = excluded.picture_sha256, picture_media_type = excluded.picture_media_type, visible = excluded.visible,
      publisher = excluded.publisher, updated_at = excluded.updated_at`);
};

export const replaceCollectionEntries = async (
  tx: Transaction,
  collectionId: string,
  entries: readonly { bookId: string; note: string }[],
): Promise<void> => {
  await tx.execute(sql`delete from book_collection_item where collection_id = ${collectionId}`);
  if (entries.length === 0) return;
  await tx.execute(sql`
    insert into book_collection_item (collection_id, book_id, note, position)
    select ${collectionId}, book_id, note, place
    from unnest(
      ${sql.param(entries.map((entry) => entry.bookId))}::text[], ${sql.param(entries.map((entry) => entry.note))}::text[]
    ) with ordinality as given (book_id, note, place)`);
};

/** Deletes a collection and the home slots that link to it; returns false if the collection does not exist. */
export const deleteCollection = async (tx: Transaction, id: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`delete from book_collection where id = ${id}`);
  await tx.execute(sql`delete from home_slot where target_type = 'collection' and target = ${id}`);
  return rowCount === 1;
};

/** Sets the order of collections or home slots. Rows that are not listed keep their order after the listed ones. */
export const arrangeRows = async (tx: Transaction, table: 'book_collection' | 'home_slot', ids: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    update ${sql.identifier(table)} t set position = ordered.place
    from (
      select id, row_number() over (order by coalesce(array_position(${sql.param([...ids])}::text[], id), 1000000), position, id) as place
      from ${sql.identifier(table)}
    ) ordered where ordered.id = t.id`);
};

/** Returns the image with this hash if a collection or home slot shows it; otherwise undefined. */
export const findCatalogImage = async (db: Queryable, sha256: string): Promise<CatalogImage | undefined> => {
  const { rows } = await db.execute<{ media_type: string }>(sql`
    select picture_media_type as media_type from book_collection where picture_sha256 = ${sha256}
    union all select picture_media_type from home_slot where picture_sha256 = ${sha256} limit 1`);
  return rows[0] && { sha256, mediaType: rows[0].media_type };
};
