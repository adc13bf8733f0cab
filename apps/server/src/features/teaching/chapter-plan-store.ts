/** The only SQL on the chapter plans of classes. */
import type { ChapterPlan } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface StoredPlan {
  readonly classId: string;
  readonly href: string;
  readonly plan: ChapterPlan;
}

interface PlanRow {
  readonly classId: string;
  readonly href: string;
  readonly isRequired: boolean;
  readonly opensAt: number | null;
  readonly dueAt: number | null;
  readonly isHidden: boolean;
}

/** Returns the plans of these classes. */
export const listPlans = async (db: Queryable, classIds: readonly string[]): Promise<StoredPlan[]> => {
  const { rows } = await db.execute<Row<PlanRow>>(sql`
    select class_id as "classId", href, is_required as "isRequired", opens_at as "opensAt", due_at as "dueAt", is_hidden as "isHidden"
    from class_chapter where class_id = any(${sql.param([...classIds])}::text[]) order by class_id, href`);
  return rows.map(({ classId, href, isRequired, opensAt, dueAt, isHidden }) => ({
    classId,
    href,
    plan: { isRequired, isHidden, ...(opensAt === null ? {} : { opensAt }), ...(dueAt === null ? {} : { dueAt }) },
  }));
};

/** Sets the plan of a chapter; without a plan the chapter is no longer planned. */
export const putPlan = async (tx: Transaction, classId: string, href: string, plan: ChapterPlan | undefined): Promise<void> => {
  if (plan === undefined) {
    await tx.execute(sql`delete from class_chapter where class_id = ${classId} and href = ${href}`);
    return;
  }
  await tx.execute(sql`
    insert into class_chapter (class_id, href, is_required, opens_at, due_at, is_hidden)
    values (${classId}, ${href}, ${plan.isRequired}, ${plan.opensAt ?? null}, ${plan.dueAt ?? null}, ${plan.isHidden})
    on conflict (class_id, href) do update set is_required = excluded.is_required, opens_at = excluded.opens_at, due_at = excluded.due_at,
      is_hidden = excluded.is_hidden`);
};

/** Copies the plans of a class to another one without their times, which belong to a term. */
export const copyPlans = async (tx: Transaction, fromId: string, toId: string): Promise<void> => {
  await tx.execute(sql`
    insert into class_chapter (class_id, href, is_required, opens_at, due_at, is_hidden)
    select ${toId}, href, is_required, null, null, false from class_chapter where class_id = ${fromId} and is_required`);
};

/** Returns the user ids of the active members of a class. */
export const listMemberIds = async (db: Queryable, classId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select user_id as id from class_member where class_id = ${classId} and status = 'active'`);
  return rows.map(({ id }) => id);
};
