/** Reads the resources of a version: counts and pages. */
import type { ResourceKind } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { resourceBlocks } from '../../publication/versions/resource-blocks.ts';

export interface FoundResource {
  readonly position: number;
  readonly blockId: string;
  readonly documentIndex: number;
  /** Id of the block with the caption; undefined if there is none. */
  readonly captionId: string | undefined;
}

export const countResources = async (db: Queryable, versionId: string): Promise<ReadonlyMap<ResourceKind, number>> => {
  const { rows } = await db.execute<{ kind: ResourceKind; n: number }>(
    sql`select kind, count(*)::int as n from (${resourceBlocks(versionId)}) resources group by kind`,
  );
  return new Map(rows.map(({ kind, n }) => [kind, n]));
};

/** Returns a page of resources in reading order. `after`: position of the last resource on the previous page. */
export const listResources = async (
  db: Queryable,
  { versionId, kind, after, limit }: { versionId: string; kind: ResourceKind; after: number | undefined; limit: number },
): Promise<FoundResource[]> => {
  const { rows } = await db.execute<{ position: number; block_id: string; document_index: number; caption: string | null }>(sql`
    select position, block_id, document_index, caption from (${resourceBlocks(versionId)}) resources
    where kind = ${kind} ${after === undefined ? sql`` : sql`and position > ${after}::int`} order by position limit ${limit}`);
  return rows.map((row) => ({
    position: row.position,
    blockId: row.block_id,
    documentIndex: row.document_index,
    captionId: row.caption ?? undefined,
  }));
};
