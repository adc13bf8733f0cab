/** Defines which blocks of a version are resources: figures, tables, formulas, audio and video, code listings. */
import { type SQL, sql } from '../../../platform/sql.ts';

/** A table consists of many blocks, one per cell or row; its first block represents it. */
export const resourceBlocks = (versionId: string): SQL => sql`
  select position, block_id, document_index, start_char, caption,
    case when kind in ('cell', 'row') then 'table' else kind end as kind
  from (
    select position, block_id, document_index, start_char, kind, lag(kind) over w as before,
      case when lead(kind) over w = 'caption' then lead(block_id) over w when lag(kind) over w = 'caption' then lag(block_id) over w end as caption
    from publication_block where version_id = ${versionId} window w as (partition by document_index order by position)
  ) blocks
  where kind in ('figure', 'media', 'formula', 'code') or (kind in ('cell', 'row') and before is distinct from kind)`;
