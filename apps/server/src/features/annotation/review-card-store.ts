/** The only SQL on the `review_card` table. Every query has the owner as a condition. Rows are deleted with their annotations. */
import type { CardSchedule, Hlc, ReviewCardRecord } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Clocked } from '../sync/merge-fields.ts';

interface ReviewCardRow extends Record<string, unknown> {
  annotation_id: string;
  schedule: CardSchedule | null;
  is_out: boolean;
  field_clocks: Record<string, Hlc>;
}

export interface StoredReviewCard extends Clocked<ReviewCardRecord> {
  readonly annotationId: string;
}

const fromRow = (row: ReviewCardRow): StoredReviewCard => ({
  annotationId: row.annotation_id,
  fields: { ...(row.schedule === null ? {} : { schedule: row.schedule }), ...(row.is_out ? { isOut: true } : {}) },
  clocks: row.field_clocks,
});

/** Returns the review cards of a user, ordered by annotation; if `markIds` is given, only those of these annotations. */
export const listReviewCards = async (db: Queryable, userId: string, markIds?: readonly string[]): Promise<StoredReviewCard[]> => {
  const only = markIds === undefined ? sql`` : sql`and annotation_id = any(${sql.param([...markIds])}::text[])`;
  const { rows } = await db.execute<ReviewCardRow>(
    sql`select annotation_id, schedule, is_out, field_clocks from review_card where user_id = ${userId} ${only} order by annotation_id`,
  );
  return rows.map(fromRow);
};

export const saveReviewCard = async (
  tx: Transaction,
  userId: string,
  { annotationId, fields, clocks }: StoredReviewCard,
): Promise<void> => {
  const schedule = fields.schedule === undefined ? null : JSON.stringify(fields.schedule);
  await tx.execute(sql`
    insert into review_card (annotation_id, user_id, schedule, is_out, field_clocks)
    values (${annotationId}, ${userId}, ${schedule}, ${fields.isOut ?? false}, ${JSON.stringify(clocks)})
    on conflict (annotation_id) do update set schedule = excluded.schedule, is_out = excluded.is_out, field_clocks = excluded.field_clocks
    where review_card.user_id = excluded.user_id`);
};
