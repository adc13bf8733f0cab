/** SQL that counts the readers of each block of one document. */
import { LIMITS } from '@shufang/contract';
import type { Queryable, Row } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface BlockReaders {
  readonly readers: number;
  readonly medianSeconds: number;
}

/** Returns the readers of each block in some weeks, and how long half of them stayed at it or less, by the index of the block. */
export const countBlockReaders = async (
  db: Queryable,
  { bookId, versionId, document }: { readonly bookId: string; readonly versionId: string; readonly document: number },
  weeks: readonly string[],
): Promise<Map<number, BlockReaders>> => {
  const { rows } = await db.execute<Row<BlockReaders & { block: number }>>(sql`
    with rows as (
      select t.user_id, t.block_seconds, count(*) over (partition by t.user_id) as days
      from block_time t
      where t.book_id = ${bookId} and t.version_id = ${versionId} and t.document = ${document}
        and to_char(date_trunc('week', t.day::date), 'YYYY-MM-DD') = any(${sql.param([...weeks])}::text[])
        and not exists (select 1 from time_recording o where o.user_id = t.user_id and not o.is_on)),
    -- Most users have one row, which needs no sum: that halves the time of the query.
    times as (
      select b.n, b.seconds::bigint as seconds
      from rows cross join lateral unnest(block_seconds) with ordinality as b (seconds, n) where days = 1
      union all select b.n, sum(b.seconds)
      from rows cross join lateral unnest(block_seconds) with ordinality as b (seconds, n) where days > 1 group by user_id, b.n)
    select (n - 1)::int as block, count(*)::int as readers, percentile_cont(0.5) within group (order by seconds) as "medianSeconds"
    from times where seconds >= ${LIMITS.blockSecondsMin} group by n`);
  return new Map(rows.map(({ block, ...counts }) => [block, counts]));
};
