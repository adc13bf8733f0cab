/** The only SQL on `entitlement`. */

import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Entitlement, EntitlementSource, EntitlementStatus } from './entitlement.ts';

interface EntitlementRow extends Record<string, unknown> {
  book_id: string;
  source: EntitlementSource;
  starts_at: number;
  ends_at: number | null;
  status: EntitlementStatus;
  note: string;
}

const toEntitlement = (row: EntitlementRow): Entitlement => ({
  bookId: row.book_id,
  source: row.source,
  startsAt: row.starts_at,
  endsAt: row.ends_at ?? undefined,
  status: row.status,
  ...(row.status === 'suspended' && row.note !== '' ? { reason: row.note } : {}),
});

/** Returns all entitlements of a user, for the given books or for all. */
export const listEntitlements = async (db: Queryable, userId: string, bookIds?: readonly string[]): Promise<Entitlement[]> => {
  const inBooks = bookIds === undefined ? sql`` : sql`and book_id = any(${sql.param([...bookIds])}::text[])`;
  const { rows } = await db.execute<EntitlementRow>(
    sql`select book_id, source, starts_at, ends_at, status, note from entitlement where user_id = ${userId} ${inBooks} order by starts_at desc`,
  );
  return rows.map(toEntitlement);
};

/** Returns the ids of codes whose entitlement to this book was revoked for this user. */
export const listEndedCodeIds = async (db: Queryable, userId: string, bookId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ source_id: string }>(sql`
    select source_id from entitlement where user_id = ${userId} and book_id = ${bookId} and source = 'code' and status = 'revoked'`);
  return rows.map(({ source_id }) => source_id);
};

/** Returns the entitlements of one order, the oldest first. */
export const listEntitlementsOfOrder = async (db: Queryable, orderNo: string): Promise<Entitlement[]> => {
  const { rows } = await db.execute<EntitlementRow>(sql`
    select book_id, source, starts_at, ends_at, status, note from entitlement where source = 'order' and source_id = ${orderNo}
    order by starts_at, id`);
  return rows.map(toEntitlement);
};

/** An entitlement with its source id, for the user's own lists. */
export interface HeldEntitlement extends Entitlement {
  readonly id: string;
  readonly sourceId: string;
  readonly note: string;
}

/** Returns all entitlements of a user that were not revoked, the newest first. */
export const listHeldEntitlements = async (db: Queryable, userId: string): Promise<HeldEntitlement[]> => {
  const { rows } = await db.execute<EntitlementRow & { id: string; source_id: string; note: string }>(sql`
    select id, book_id, source, source_id, starts_at, ends_at, status, note from entitlement
    where user_id = ${userId} and status <> 'revoked' order by starts_at desc, id desc`);
  return rows.map((row) => ({ ...toEntitlement(row), id: row.id, sourceId: row.source_id, note: row.note }));
};

/** Returns the entitlements to these books that the institutions with these ids hold for their members. */
export const listInstitutionEntitlements = async (
  db: Queryable,
  institutionIds: readonly string[],
  bookIds: readonly string[],
): Promise<Entitlement[]> => {
  if (institutionIds.length === 0) return [];
  const { rows } = await db.execute<EntitlementRow>(sql`
    select book_id, source, starts_at, ends_at, status, note from entitlement
    where user_id is null and book_id = any(${sql.param([...bookIds])}::text[])
      and holder = 'institution' and holder_id = any(${sql.param([...institutionIds])}::text[])`);
  return rows.map((row) => ({ ...toEntitlement(row), holder: 'institution' }));
};

/**
 * Locks the entitlements of this user to this book until the transaction ends. The lock also covers entitlements that are inserted later.
 */
export const lockEntitlementsOfBook = async (tx: Transaction, userId: string, bookId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`entitlement ${userId} ${bookId}`}, 0))`);
};

/**
 * An entitlement to insert. `sourceId`: the code, order or claim that granted it; empty for sources that grant at most one entitlement per
 * book.
 */
export interface NewEntitlement extends Entitlement {
  readonly id: string;
  readonly userId: string;
  readonly sourceId: string;
  readonly grantedBy: string | undefined;
  readonly note: string;
  readonly createdAt: number;
}

/** Inserts the entitlement of one source, or replaces the earlier one of the same source. */
export const upsertEntitlement = async (db: Queryable, right: NewEntitlement): Promise<void> => {
  await db.execute(sql`
    insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, granted_by, note, created_at)
    values (${right.id}, ${right.userId}, ${right.bookId}, ${right.source}, ${right.sourceId}, ${right.startsAt}, ${right.endsAt ?? null}, ${right.status}, ${right.grantedBy ?? null}, ${right.note}, ${right.createdAt})
    on conflict (user_id, book_id, source, source_id) do update
      set starts_at = excluded.starts_at, ends_at = excluded.ends_at, status = excluded.status, granted_by = excluded.granted_by, note = excluded.note`);
};

/** Returns the ids of users with an entitlement of their own to this book that is in force. */
export const listOwnerIds = async (db: Queryable, bookId: string, now: number): Promise<string[]> => {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    select distinct user_id from entitlement
    where book_id = ${bookId} and user_id is not null and status = 'active' and starts_at <= ${now}
      and (ends_at is null or ends_at > ${now})`);
  return rows.map(({ user_id }) => user_id);
};

/** Returns all entitlements of a user with every stored field, for the data export. */
export const readEntitlements = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select id, book_id as "bookId", source, starts_at as "startsAt", ends_at as "endsAt", status, note, created_at as "createdAt"
    from entitlement where user_id = ${userId} order by created_at, id`);
  return rows;
};

/** Deletes the operators' notes about the user; the entitlements stay. */
export const anonymiseEntitlements = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`update entitlement set note = '' where user_id = ${userId} and note <> ''`);
};

/** Revokes the entitlements of one source, or only those to `bookIds`. */
export const revokeEntitlement = async (
  tx: Transaction,
  userId: string,
  source: EntitlementSource,
  sourceId: string,
  bookIds?: readonly string[],
): Promise<void> => {
  const only = bookIds === undefined ? sql`` : sql`and book_id = any(${sql.param([...bookIds])}::text[])`;
  await tx.execute(
    sql`update entitlement set status = 'revoked', note = '' where user_id = ${userId} and source = ${source} and source_id = ${sourceId} ${only}`,
  );
};

/**
 * Suspends the active entitlements of one order, or resumes the suspended ones; others do not change. Returns the number of changed
 * entitlements.
 */
export const setEntitlementsOfOrder = async (
  tx: Transaction,
  orderNo: string,
  change: { status: 'suspended'; reason: string } | { status: 'active' },
): Promise<number> => {
  const [from, note] = change.status === 'suspended' ? ['active', change.reason] : ['suspended', ''];
  const { rowCount } = await tx.execute(sql`
    update entitlement set status = ${change.status}, note = ${note}
    where source = 'order' and source_id = ${orderNo} and status = ${from}`);
  return rowCount ?? 0;
};

/** Returns whether anyone but these users has an entitlement to the book. */
export const isOwnedByOthers = async (db: Queryable, bookId: string, userIds: readonly string[]): Promise<boolean> => {
  const ids = sql`array[${sql.join(
    userIds.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`;
  const { rows } = await db.execute(sql`select 1 from entitlement where book_id = ${bookId} and user_id <> all(${ids}) limit 1`);
  return rows.length > 0;
};
