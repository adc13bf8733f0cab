/** The only SQL on `shelf_item`, `shelf_group` and `favorite`. */
import type { FavoriteRecord, FavoriteTarget, Hlc, ShelfGroupRecord, ShelfItemRecord } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Clocked } from '../sync/merge-fields.ts';

type Clocks = Record<string, Hlc>;

interface ItemRow extends Record<string, unknown> {
  book_id: string;
  on_shelf: boolean | null;
  added_at: number | null;
  group_id: string | null;
  pinned: boolean;
  hidden: boolean;
  position: number | null;
  left_recent_at: number | null;
  field_clocks: Clocks;
}

const toItem = (row: ItemRow): Clocked<ShelfItemRecord> => ({
  fields: {
    bookId: row.book_id,
    ...(row.on_shelf === null ? {} : { onShelf: row.on_shelf }),
    ...(row.added_at === null ? {} : { addedAt: row.added_at }),
    ...(row.group_id === null ? {} : { groupId: row.group_id }),
    ...(row.pinned ? { pinned: true } : {}),
    ...(row.hidden ? { hidden: true } : {}),
    ...(row.position === null ? {} : { order: row.position }),
    ...(row.left_recent_at === null ? {} : { leftRecentAt: row.left_recent_at }),
  },
  clocks: row.field_clocks,
});

const ITEM_COLUMNS = sql.raw('book_id, on_shelf, added_at, group_id, pinned, hidden, position, left_recent_at, field_clocks');

/** Returns the shelf items of one user; only those of `bookIds` if they are given. */
export const listShelfItems = async (db: Queryable, userId: string, bookIds?: readonly string[]): Promise<Clocked<ShelfItemRecord>[]> => {
  const only = bookIds === undefined ? sql`` : sql`and book_id = any(${sql.param([...bookIds])}::text[])`;
  const { rows } = await db.execute<ItemRow>(sql`select ${ITEM_COLUMNS} from shelf_item where user_id = ${userId} ${only}`);
  return rows.map(toItem);
};

export const saveShelfItem = async (tx: Transaction, userId: string, { fields, clocks }: Clocked<ShelfItemRecord>): Promise<void> => {
  await tx.execute(sql`
    insert into shelf_item (user_id, ${ITEM_COLUMNS})
    values (
      ${userId}, ${fields.bookId}, ${fields.onShelf ?? null}, ${fields.addedAt ?? null}, ${fields.groupId ?? null},
      ${fields.pinned ?? false}, ${fields.hidden ?? false}, ${fields.order ?? null}, ${fields.leftRecentAt ?? null}, ${JSON.stringify(clocks)}
    )
    on conflict (user_id, book_id) do update set
      on_shelf = excluded.on_shelf, added_at = excluded.added_at, group_id = excluded.group_id, pinned = excluded.pinned,
      hidden = excluded.hidden, position = excluded.position, left_recent_at = excluded.left_recent_at, field_clocks = excluded.field_clocks`);
};

interface GroupRow extends Record<string, unknown> {
  id: string;
  name: string;
  position: number | null;
  of_favorites: boolean;
  deleted_at: number | null;
  field_clocks: Clocks;
}

const toGroup = (row: GroupRow): Clocked<ShelfGroupRecord> => ({
  fields: {
    id: row.id,
    name: row.name,
    ...(row.position === null ? {} : { order: row.position }),
    ...(row.of_favorites ? { ofFavorites: true } : {}),
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
  },
  clocks: row.field_clocks,
});

/** Returns the shelf groups of one user, including deleted ones; only those of `ids` if they are given. */
export const listShelfGroups = async (db: Queryable, userId: string, ids?: readonly string[]): Promise<Clocked<ShelfGroupRecord>[]> => {
  const only = ids === undefined ? sql`` : sql`and id = any(${sql.param([...ids])}::text[])`;
  const { rows } = await db.execute<GroupRow>(
    sql`select id, name, position, of_favorites, deleted_at, field_clocks from shelf_group where user_id = ${userId} ${only} order by position nulls last, id`,
  );
  return rows.map(toGroup);
};

/** Returns the number of shelf groups of a user that are not deleted. */
export const countShelfGroups = async (db: Queryable, userId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from shelf_group where user_id = ${userId} and deleted_at is null`,
  );
  return rows[0]?.n ?? 0;
};

export const saveShelfGroup = async (tx: Transaction, userId: string, { fields, clocks }: Clocked<ShelfGroupRecord>): Promise<void> => {
  await tx.execute(sql`
    insert into shelf_group (user_id, id, name, position, of_favorites, deleted_at, field_clocks)
    values (${userId}, ${fields.id}, ${fields.name}, ${fields.order ?? null}, ${fields.ofFavorites ?? false},
      ${fields.deletedAt ?? null}, ${JSON.stringify(clocks)})
    on conflict (user_id, id) do update set
      name = excluded.name, position = excluded.position, of_favorites = excluded.of_favorites, deleted_at = excluded.deleted_at, field_clocks = excluded.field_clocks`);
};

interface FavoriteRow extends Record<string, unknown> {
  target_type: FavoriteTarget;
  target_id: string;
  added_at: number;
  price_fen: number | null;
  folder_id: string | null;
  deleted_at: number | null;
  field_clocks: Clocks;
}

const toFavorite = (row: FavoriteRow): Clocked<FavoriteRecord> => ({
  fields: {
    targetType: row.target_type,
    targetId: row.target_id,
    addedAt: row.added_at,
    ...(row.price_fen === null ? {} : { priceFen: row.price_fen }),
    ...(row.folder_id === null ? {} : { folderId: row.folder_id }),
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
  },
  clocks: row.field_clocks,
});

/** Returns the favorites of one user, including deleted ones, newest first; only those of the targets `ids` if they are given. */
export const listFavoriteRecords = async (db: Queryable, userId: string, ids?: readonly string[]): Promise<Clocked<FavoriteRecord>[]> => {
  const only = ids === undefined ? sql`` : sql`and target_id = any(${sql.param([...ids])}::text[])`;
  const { rows } = await db.execute<FavoriteRow>(sql`
    select target_type, target_id, added_at, price_fen, folder_id, deleted_at, field_clocks from favorite
    where user_id = ${userId} ${only} order by added_at desc, target_id`);
  return rows.map(toFavorite);
};

export const saveFavorite = async (tx: Transaction, userId: string, { fields, clocks }: Clocked<FavoriteRecord>): Promise<void> => {
  await tx.execute(sql`
    insert into favorite (user_id, target_type, target_id, added_at, price_fen, folder_id, deleted_at, field_clocks)
    values (
      ${userId}, ${fields.targetType}, ${fields.targetId}, ${fields.addedAt}, ${fields.priceFen ?? null}, ${fields.folderId ?? null},
      ${fields.deletedAt ?? null},      ${JSON.stringify(clocks)}
    )
    on conflict (user_id, target_type, target_id) do update set
      added_at = excluded.added_at, price_fen = excluded.price_fen, folder_id = excluded.folder_id,
      deleted_at = excluded.deleted_at, field_clocks = excluded.field_clocks`);
};

/** Returns by book id the number of users who have the book as a favorite. */
export const countFavoritesByBook = async (db: Queryable): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ id: string; n: number }>(
    sql`select target_id as id, count(*)::int as n from favorite where target_type = 'book' and deleted_at is null group by 1`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
};

export const deleteShelfOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from shelf_item where user_id = ${userId}`);
  await tx.execute(sql`delete from shelf_group where user_id = ${userId}`);
  await tx.execute(sql`delete from favorite where user_id = ${userId}`);
};
