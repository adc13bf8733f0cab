/** The only SQL of the `review_card` table. Every query names the owner. Rows go with their marks. */
import type { CardStanding, Hlc, ReviewCardRecord } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Clocked } from '../sync/merge-fields.ts';

interface ReviewCardRow extends Record<string, unknown> {
  mark_id: string;
  standing: CardStanding | null;
  is_out: boolean;
  field_clocks: Record<string, Hlc>;
}

export interface StoredReviewCard extends Clocked<ReviewCardRecord> {
  readonly markId: string;
}

const fromRow = (row: ReviewCardRow): StoredReviewCard => ({
  markId: row.mark_id,
  fields: { ...(row.standing === null ? {} : { standing: row.standing }), ...(row.is_out ? { isOut: true } : {}) },
  clocks: row.field_clocks,
});

/** `markIds` absent: all of the person, by mark. */
export const listReviewCards = async (db: Queryable, userId: string, markIds?: readonly string[]): Promise<StoredReviewCard[]> => {
  const only = markIds === undefined ? sql`` : sql`and mark_id = any(${sql.param([...markIds])}::text[])`;
  const { rows } = await db.execute<ReviewCardRow>(
    sql`select mark_id, standing, is_out, field_clocks from review_card where user_id = ${userId} ${only} order by mark_id`,
  );
  return rows.map(fromRow);
};

export const saveReviewCard = async (tx: Transaction, userId: string, { markId, fields, clocks }: StoredReviewCard): Promise<void> => {
  const standing = fields.standing === undefined ? null : JSON.stringify(fields.standing);
  await tx.execute(sql`
    insert into review_card (mark_id, user_id, standing, is_out, field_clocks)
    values (${markId}, ${userId}, ${standing}, ${fields.isOut ?? false}, ${JSON.stringify(clocks)})
    on conflict (mark_id) do update set standing = excluded.standing, is_out = excluded.is_out, field_clocks = excluded.field_clocks
    where review_card.user_id = excluded.user_id`);
};
