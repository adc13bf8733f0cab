/** The SQL on home slots. */
import type { HomeSlotKind, HomeTargetType } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { type CatalogImage, type PictureRow, toImage } from '../collections/collection-store.ts';

export interface HomeSlot {
  readonly id: string;
  readonly slot: HomeSlotKind;
  readonly targetType: HomeTargetType;
  readonly target: string;
  readonly title: string;
  readonly lead: string;
  readonly picture: CatalogImage | undefined;
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
    picture: toImage(row),
    visible: row.visible,
    startAt: row.start_at ?? undefined,
    endAt: row.end_at ?? undefined,
  }));
};

export const listAllSlots = (db: Queryable): Promise<HomeSlot[]> => selectSlots(db, sql`true`);
export const findSlotById = async (db: Queryable, id: string): Promise<HomeSlot | undefined> => (await selectSlots(db, sql`id = ${id}`))[0];
export const listSlotsShownAt = (db: Queryable, now: number): Promise<HomeSlot[]> =>
  selectSlots(db, sql`visible and (start_at is null or start_at <= ${now}) and (end_at is null or end_at > ${now})`);

/** Returns the slots that have not ended at `now`, including hidden slots and those that begin later. */
export const listSlotsNotOverAt = (db: Queryable, now: number): Promise<HomeSlot[]> =>
  selectSlots(db, sql`end_at is null or end_at > ${now}`);

/** Inserts or updates a slot; a new one is appended to the order. */
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

/** Deletes a slot; returns false if it does not exist. */
export const deleteSlot = async (tx: Transaction, id: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`delete from home_slot where id = ${id}`);
  return rowCount === 1;
};
