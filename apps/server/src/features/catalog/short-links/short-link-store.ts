/** The only SQL on `qr_link`, and the query for the document that contains a block. */
import type { ShortLinkTarget } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import type { TimeCursor } from '../../../platform/http/cursor.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { isBookInScope } from '../../publication/versions/publisher-scope.ts';

export interface StoredLink {
  readonly code: string;
  readonly targetType: ShortLinkTarget;
  readonly targetId: string;
  readonly fallbackUrl: string;
  readonly label: string;
  readonly hits: number;
  readonly lastOkAt: number | undefined;
  readonly createdAt: number;
}

interface LinkRow extends Record<string, unknown> {
  code: string;
  target_type: ShortLinkTarget;
  target_id: string;
  fallback_url: string;
  label: string;
  hits: number;
  last_ok_at: number | null;
  created_at: number;
}

const COLUMNS = sql`code, target_type, target_id, fallback_url, label, hits, last_ok_at, created_at`;

const toLink = (row: LinkRow): StoredLink => ({
  code: row.code,
  targetType: row.target_type,
  targetId: row.target_id,
  fallbackUrl: row.fallback_url,
  label: row.label,
  hits: Number(row.hits),
  lastOkAt: row.last_ok_at ?? undefined,
  createdAt: row.created_at,
});

const select = async (db: Queryable, rest: SQL): Promise<StoredLink[]> =>
  (await db.execute<LinkRow>(sql`select ${COLUMNS} from qr_link ${rest}`)).rows.map(toLink);

export const findLink = async (db: Queryable, code: string): Promise<StoredLink | undefined> =>
  (await select(db, sql`where code = ${code}`))[0];

/** Returns the existing share link of a target; undefined if there is none. */
export const findSharedLink = async (
  db: Queryable,
  { targetType, targetId }: Pick<StoredLink, 'targetType' | 'targetId'>,
): Promise<StoredLink | undefined> => (await select(db, sql`where shared and target_type = ${targetType} and target_id = ${targetId}`))[0];

/** Inserts a share link; returns false if the code exists, or the same target was shared concurrently. */
export const insertSharedLink = async (db: Queryable, link: StoredLink): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    insert into qr_link (code, target_type, target_id, fallback_url, label, shared, created_at)
    values (${link.code}, ${link.targetType}, ${link.targetId}, ${link.fallbackUrl}, ${link.label}, true, ${link.createdAt})
    on conflict do nothing`);
  return rowCount === 1;
};

/** Inserts a printed link; returns false if the code exists. */
export const insertLink = async (db: Queryable, link: StoredLink, createdBy: string): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    insert into qr_link (code, target_type, target_id, fallback_url, label, created_by, created_at)
    values (${link.code}, ${link.targetType}, ${link.targetId}, ${link.fallbackUrl}, ${link.label}, ${createdBy}, ${link.createdAt})
    on conflict (code) do nothing`);
  return rowCount === 1;
};

export const updateLink = async (
  db: Queryable,
  link: Pick<StoredLink, 'code' | 'targetType' | 'targetId' | 'fallbackUrl' | 'label'>,
): Promise<StoredLink | undefined> => {
  const { rows } = await db.execute<LinkRow>(sql`
    update qr_link set target_type = ${link.targetType}, target_id = ${link.targetId}, fallback_url = ${link.fallbackUrl}, label = ${link.label}
    where code = ${link.code} returning ${COLUMNS}`);
  return rows[0] && toLink(rows[0]);
};

/** Counts a visit. `okAt`: time of the visit if the exact target was found; otherwise null. */
export const countVisit = async (db: Queryable, code: string, okAt: number | null): Promise<void> => {
  await db.execute(sql`update qr_link set hits = hits + 1, last_ok_at = coalesce(${okAt}, last_ok_at) where code = ${code}`);
};

/**
 * Condition that the target is in the access scope: a book of the scope, a block in such a book, or a collection of its publisher. Pages
 * of the product belong to the platform.
 */
const isTargetInScope = (accessScope: AccessScope | undefined): SQL =>
  accessScope === undefined
    ? sql`true`
    : sql`case target_type
        when 'collection' then exists (
          select 1 from book_collection c where c.id = target_id and c.publisher = any(${sql.param([...accessScope.publishers])}::text[]))
        when 'page' then false
        else ${isBookInScope(sql`split_part(target_id, '#', 1)`, accessScope)} end`;

export const listLinks = (
  db: Queryable,
  q: string,
  page: { readonly after: TimeCursor | undefined; readonly limit: number },
  accessScope: AccessScope | undefined,
): Promise<StoredLink[]> => {
  const escaped = q.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
  const wanted = q === '' ? sql`true` : sql`(code like ${`${escaped.toUpperCase()}%`} or label ilike ${`%${escaped}%`})`;
  const { after, limit } = page;
  const beyond = after === undefined ? sql`true` : sql`(created_at, code) < (${after.at}::bigint, ${after.id})`;
  return select(
    db,
    sql`where not shared and ${wanted} and ${isTargetInScope(accessScope)} and ${beyond} order by created_at desc, code desc limit ${limit}`,
  );
};

/** Returns the first block of every segment of a version. */
export const listSegmentStarts = async (
  db: Queryable,
  versionId: string,
): Promise<{ documentIndex: number; segmentIndex: number; blockId: string }[]> => {
  const { rows } = await db.execute<{ document_index: number; segment_index: number; block_id: string }>(sql`
    select distinct on (document_index, segment_index) document_index, segment_index, block_id from publication_block
    where version_id = ${versionId} order by document_index, segment_index, position`);
  return rows.map(({ document_index, segment_index, block_id }) => ({
    documentIndex: document_index,
    segmentIndex: segment_index,
    blockId: block_id,
  }));
};

/** Returns the index in the reading order of the document that contains a block of this version; undefined for an unknown block. */
export const findBlockDocument = async (db: Queryable, versionId: string, blockId: string): Promise<number | undefined> => {
  const { rows } = await db.execute<{ document_index: number }>(
    sql`select document_index from publication_block where version_id = ${versionId} and block_id = ${blockId} limit 1`,
  );
  return rows[0]?.document_index;
};
