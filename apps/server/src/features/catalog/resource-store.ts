/** The only SQL that reads blocks of a version by their kind. */
import type { ResourceKind } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';

/** One table is many blocks, a cell or a row each: its first one stands for it. */
const found = (versionId: string): SQL => sql`
  select position, block_id, document_index, caption,
    case when kind in ('cell', 'row') then 'table' else kind end as kind
  from (
    select position, block_id, document_index, kind, lag(kind) over w as before,
      case when lead(kind) over w = 'caption' then lead(block_id) over w when lag(kind) over w = 'caption' then lag(block_id) over w end as caption
    from publication_block where version_id = ${versionId} window w as (partition by document_index order by position)
  ) blocks
  where kind in ('figure', 'media', 'formula', 'code') or (kind in ('cell', 'row') and before is distinct from kind)`;

export interface FoundResource {
  readonly position: number;
  readonly blockId: string;
  readonly documentIndex: number;
  /** The block that says what it is. */
  readonly captionId: string | undefined;
}

export const countResources = async (db: Queryable, versionId: string): Promise<ReadonlyMap<ResourceKind, number>> => {
  const { rows } = await db.execute<{ kind: ResourceKind; n: number }>(
    sql`select kind, count(*)::int as n from (${found(versionId)}) resources group by kind`,
  );
  return new Map(rows.map(({ kind, n }) => [kind, n]));
};

/** In reading order; `after`: position of the last one of the page before. */
export const listResources = async (
  db: Queryable,
  { versionId, kind, after, limit }: { versionId: string; kind: ResourceKind; after: number | undefined; limit: number },
): Promise<FoundResource[]> => {
  const { rows } = await db.execute<{ position: number; block_id: string; document_index: number; caption: string | null }>(sql`
    select position, block_id, document_index, caption from (${found(versionId)}) resources
    where kind = ${kind} ${after === undefined ? sql`` : sql`and position > ${after}::int`} order by position limit ${limit}`);
  return rows.map((row) => ({
    position: row.position,
    blockId: row.block_id,
    documentIndex: row.document_index,
    captionId: row.caption ?? undefined,
  }));
};
