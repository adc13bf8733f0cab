/** The only SQL of collections and of the places of the front page. */
import type { CollectionKind, HomeSlotKind, HomeTargetType } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import type { Owner } from '../account/reach.ts';

/** A picture an editor gave, in the object store. */
export interface CatalogPicture {
  readonly sha256: string;
  readonly mediaType: string;
}

export interface Collection {
  readonly id: string;
  readonly kind: CollectionKind;
  readonly title: string;
  readonly intro: string;
  readonly curator: string;
  readonly picture: CatalogPicture | undefined;
  readonly visible: boolean;
  /** Who looks after it, and whose books all of it are; undefined: the platform. */
  readonly publisher: string | undefined;
  readonly updatedAt: number;
}

interface PictureRow extends Record<string, unknown> {
  picture_sha256: string | null;
  picture_media_type: string | null;
}

const toPicture = (row: PictureRow): CatalogPicture | undefined =>
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
  picture: toPicture(row),
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

/** In the editors' order: those of the publishers in reach, or every one. */
export const listAllCollections = (db: Queryable, bounds: Bounds | undefined): Promise<Collection[]> => {
  const within = bounds === undefined ? sql`true` : sql`publisher = any(${sql.param([...bounds.publishers])}::text[])`;
  return selectCollections(db, sql`${within} order by position, id`);
};

/** In the editors' order; `ids`: only these. */
export const listVisibleCollections = (db: Queryable, limit: number, ids?: readonly string[]): Promise<Collection[]> => {
  const only = ids === undefined ? sql`` : sql`and id = any(${sql.param([...ids])}::text[])`;
  return selectCollections(db, sql`visible ${only} order by position, id limit ${limit}`);
};

/** In whatever state, in no order. */
export const findCollections = (db: Queryable, ids: readonly string[]): Promise<Collection[]> =>
  selectCollections(db, sql`id = any(${sql.param([...ids])}::text[])`);

/** Visible ones with a book in common, those with most of them first, then others of the same kind. */
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

/** The books of these collections in their order, whatever became of them. */
export const listCollectionEntries = async (db: Queryable, collectionIds: readonly string[]): Promise<CollectionEntry[]> => {
  const { rows } = await db.execute<{ collection_id: string; book_id: string; note: string }>(sql`
    select collection_id, book_id, note from book_collection_item
    where collection_id = any(${sql.param([...collectionIds])}::text[]) order by collection_id, position`);
  return rows.map((row) => ({ collectionId: row.collection_id, bookId: row.book_id, note: row.note }));
};

export interface WrittenCollection extends Omit<Collection, 'updatedAt'> {
  readonly now: number;
}

/** A new one comes last. */
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

/** False when there is none. */
export const deleteCollection = async (tx: Transaction, id: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`delete from book_collection where id = ${id}`);
  await tx.execute(sql`delete from home_slot where target_type = 'collection' and target = ${id}`);
  return rowCount === 1;
};

/** Those not named keep their order behind the named ones. */
const arrange = async (tx: Transaction, table: 'book_collection' | 'home_slot', ids: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    update ${sql.identifier(table)} t set position = ordered.place
    from (
      select id, row_number() over (order by coalesce(array_position(${sql.param([...ids])}::text[], id), 1000000), position, id) as place
      from ${sql.identifier(table)}
    ) ordered where ordered.id = t.id`);
};

export const arrangeCollectionRows = (tx: Transaction, ids: readonly string[]): Promise<void> => arrange(tx, 'book_collection', ids);
export const arrangeSlotRows = (tx: Transaction, ids: readonly string[]): Promise<void> => arrange(tx, 'home_slot', ids);

export interface HomeSlot {
  readonly id: string;
  readonly slot: HomeSlotKind;
  readonly targetType: HomeTargetType;
  readonly target: string;
  readonly title: string;
  readonly lead: string;
  readonly picture: CatalogPicture | undefined;
  readonly visible: boolean;
  readonly startAt: number | undefined;
  readonly endAt: number | undefined;
}

interface SlotRow extends PictureRow {
  id: string;
  slot: HomeSlotKind;
  target_type: HomeTargetType;
  target: string;
  title: string;
  lead: string;
  visible: boolean;
  start_at: number | null;
  end_at: number | null;
}

const selectSlots = async (db: Queryable, where: SQL): Promise<HomeSlot[]> => {
  const { rows } = await db.execute<SlotRow>(sql`
    select id, slot, target_type, target, title, lead, picture_sha256, picture_media_type, visible, start_at, end_at
    from home_slot where ${where} order by position, id`);
  return rows.map((row) => ({
    id: row.id,
    slot: row.slot,
    targetType: row.target_type,
    target: row.target,
    title: row.title,
    lead: row.lead,
    picture: toPicture(row),
    visible: row.visible,
    startAt: row.start_at ?? undefined,
    endAt: row.end_at ?? undefined,
  }));
};

export const listAllSlots = (db: Queryable): Promise<HomeSlot[]> => selectSlots(db, sql`true`);
export const findSlotById = async (db: Queryable, id: string): Promise<HomeSlot | undefined> => (await selectSlots(db, sql`id = ${id}`))[0];
export const listSlotsShownAt = (db: Queryable, now: number): Promise<HomeSlot[]> =>
  selectSlots(db, sql`visible and (start_at is null or start_at <= ${now}) and (end_at is null or end_at > ${now})`);

/** Hidden ones and those that begin later as well. */
export const listSlotsNotOverAt = (db: Queryable, now: number): Promise<HomeSlot[]> =>
  selectSlots(db, sql`end_at is null or end_at > ${now}`);

/** A new one comes last. */
export const upsertSlot = async (tx: Transaction, one: HomeSlot, now: number): Promise<void> => {
  await tx.execute(sql`
    insert into home_slot
      (id, slot, target_type, target, title, lead, picture_sha256, picture_media_type, visible, start_at, end_at, position, created_at, updated_at)
    values (
      ${one.id}, ${one.slot}, ${one.targetType}, ${one.target}, ${one.title}, ${one.lead}, ${one.picture?.sha256 ?? null},
      ${one.picture?.mediaType ?? null}, ${one.visible}, ${one.startAt ?? null}, ${one.endAt ?? null},
      (select coalesce(max(position), 0) + 1 from home_slot), ${now}, ${now}
    )
    on conflict (id) do update set
      slot = excluded.slot, target_type = excluded.target_type, target = excluded.target, title = excluded.title, lead = excluded.lead,
      picture_sha256 = excluded.picture_sha256, picture_media_type = excluded.picture_media_type, visible = excluded.visible,
      start_at = excluded.start_at, end_at = excluded.end_at, updated_at = excluded.updated_at`);
};

/** False when there is none. */
export const deleteSlot = async (tx: Transaction, id: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`delete from home_slot where id = ${id}`);
  return rowCount === 1;
};

/** What a picture is, when a collection or a place of the front page shows it. */
export const findCatalogPicture = async (db: Queryable, sha256: string): Promise<CatalogPicture | undefined> => {
  const { rows } = await db.execute<{ media_type: string }>(sql`
    select picture_media_type as media_type from book_collection where picture_sha256 = ${sha256}
    union all select picture_media_type from home_slot where picture_sha256 = ${sha256} limit 1`);
  return rows[0] && { sha256, mediaType: rows[0].media_type };
};
