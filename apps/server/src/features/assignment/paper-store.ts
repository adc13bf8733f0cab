/** The SQL on papers. */
import type { PaperDraft, PaperLayout } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface StoredPaper {
  readonly draft: PaperDraft;
  readonly layout: PaperLayout;
}

export const findPaper = async (db: Queryable, assignmentId: string): Promise<StoredPaper | undefined> => {
  const { rows } = await db.execute<Row<StoredPaper>>(
    sql`select draft, layout from assignment_paper where assignment_id = ${assignmentId}`,
  );
  return rows[0];
};

/** Returns the layout of an assignment: that of its paper, or without one a single section of all questions. */
export const readLayout = async (db: Queryable, assignmentId: string): Promise<PaperLayout> => {
  const { rows } = await db.execute<{ layout: PaperLayout }>(
    sql`select layout from assignment_paper where assignment_id = ${assignmentId}`,
  );
  const [found] = rows;
  if (found !== undefined) return found.layout;
  const questions = await db.execute<{ id: string }>(
    sql`select id from assignment_question where assignment_id = ${assignmentId} order by position`,
  );
  const entries = questions.rows.map(({ id }) => ({ kind: 'question' as const, slotId: id, questionId: id }));
  return { sections: [{ id: 'all', title: '', instructions: '', keepsOrder: false, entries }] };
};

export const putPaper = async (tx: Transaction, assignmentId: string, { draft, layout }: StoredPaper): Promise<void> => {
  await tx.execute(sql`
    insert into assignment_paper (assignment_id, draft, layout)
    values (${assignmentId}, ${JSON.stringify(draft)}::jsonb, ${JSON.stringify(layout)}::jsonb)
    on conflict (assignment_id) do update set draft = excluded.draft, layout = excluded.layout`);
};
