/** The only SQL on `reading_plan`: the reading goal of a user, and which notices about it were sent. */
import { LIMITS, type ReadingGoal, type ReadingPlan } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';

interface PlanRow {
  readonly kind: ReadingGoal['kind'] | null;
  readonly amount: number | null;
  readonly hasNotices: boolean;
}

const goalOf = ({ kind, amount }: Pick<PlanRow, 'kind' | 'amount'>): ReadingGoal | null =>
  kind === null || amount === null ? null : { kind, amount };

export const findPlan = async (db: Queryable, userId: string): Promise<ReadingPlan> => {
  const { rows } = await db.execute<Row<PlanRow>>(sql`
    select goal_kind as kind, goal_amount as amount, has_notices as "hasNotices" from reading_plan where user_id = ${userId}`);
  const row = rows[0];
  return row === undefined ? { goal: null, hasNotices: true } : { goal: goalOf(row), hasNotices: row.hasNotices };
};

export const putPlan = async (db: Queryable, userId: string, { goal, hasNotices }: ReadingPlan): Promise<void> => {
  await db.execute(sql`
    insert into reading_plan (user_id, goal_kind, goal_amount, has_notices)
    values (${userId}, ${goal?.kind ?? null}, ${goal?.amount ?? null}, ${hasNotices})
    on conflict (user_id) do update
      set goal_kind = excluded.goal_kind, goal_amount = excluded.goal_amount, has_notices = excluded.has_notices`);
};

/** Notices are only about recorded reading. */
const recorded = (user: SQL): SQL => sql`not exists (select 1 from time_recording o where o.user_id = ${user} and not o.is_on)`;

/** A reader whose goal of the day is not reached. */
export interface DueReminder {
  readonly userId: string;
  readonly goal: ReadingGoal;
  readonly todaySeconds: number;
  /** Days with reading in the week, up to today. */
  readonly weekDays: number;
}

interface Reminding {
  /** Today, the Monday of its week, and the first day on which a reader must have read to be reminded. */
  readonly today: string;
  readonly monday: string;
  readonly activeSince: string;
  /** Days that are left in the week, today included. */
  readonly daysLeft: number;
}

/**
 * Marks at most `max` readers as reminded today and returns them: those whose goal of minutes is not reached today, and those whose goal of
 * days can only be reached by reading today. Nobody is returned twice on one day, in any process.
 */
export const takeDueReminders = async (
  tx: Transaction,
  { today, monday, activeSince, daysLeft }: Reminding,
  max: number,
): Promise<DueReminder[]> => {
  const { rows } = await tx.execute<Row<PlanRow & { userId: string; todaySeconds: number; weekDays: number }>>(sql`
    with open as (
      select p.user_id from reading_plan p
      where p.goal_kind is not null and p.has_notices and (p.reminded_on is null or p.reminded_on < ${today}) and ${recorded(sql`p.user_id`)}
        and exists (select 1 from reading_day d where d.user_id = p.user_id and d.day >= ${activeSince})),
    days as (
      select o.user_id, d.day, sum(d.seconds) as seconds from open o join reading_day d on d.user_id = o.user_id
      where d.day >= ${monday} and d.day <= ${today} group by o.user_id, d.day),
    read as (
      select o.user_id, coalesce(sum(d.seconds) filter (where d.day = ${today}), 0)::int as today,
        (count(*) filter (where d.seconds >= ${LIMITS.readingDaySecondsMin}))::int as days
      from open o left join days d on d.user_id = o.user_id group by o.user_id),
    due as (
      select p.user_id from reading_plan p join read r on r.user_id = p.user_id
      where case p.goal_kind when 'minutes' then r.today < 60 * p.goal_amount
        else r.today < ${LIMITS.readingDaySecondsMin} and p.goal_amount - r.days = ${daysLeft} end
      order by p.user_id limit ${max} for update of p skip locked)
    update reading_plan p set reminded_on = ${today} from due, read r where p.user_id = due.user_id and r.user_id = p.user_id
      and (p.reminded_on is null or p.reminded_on < ${today})
    returning p.user_id as "userId", p.goal_kind as kind, p.goal_amount as amount, p.has_notices as "hasNotices",
      r.today as "todaySeconds", r.days as "weekDays"`);
  return rows.flatMap(({ userId, kind, amount, todaySeconds, weekDays }) => {
    const goal = goalOf({ kind, amount });
    return goal === null ? [] : [{ userId, goal, todaySeconds, weekDays }];
  });
};

/** What a reader did in one week. */
export interface WeekSummary {
  readonly userId: string;
  readonly seconds: number;
  readonly books: number;
  readonly chapters: number;
  readonly notes: number;
}

/**
 * Marks at most `max` readers of a week as summarized and returns what they did. Nobody is returned twice for one week, in any process.
 * `from` and `until`: the week in UTC ms.
 */
export const takeDueSummaries = async (
  tx: Transaction,
  { week, sunday, from, until }: { readonly week: string; readonly sunday: string; readonly from: number; readonly until: number },
  max: number,
): Promise<WeekSummary[]> => {
  const { rows } = await tx.execute<Row<WeekSummary>>(sql`
    with due as (
      select d.user_id, sum(d.seconds)::int as seconds, count(distinct d.book_id)::int as books
      from reading_day d left join reading_plan p on p.user_id = d.user_id
      where d.day >= ${week} and d.day <= ${sunday} and coalesce(p.has_notices, true) and coalesce(p.summarized_week, '') < ${week}
        and ${recorded(sql`d.user_id`)}
      group by d.user_id having sum(d.seconds) >= ${LIMITS.readerSecondsMin} order by d.user_id limit ${max}),
    marked as (
      insert into reading_plan as p (user_id, summarized_week) select user_id, ${week} from due
      on conflict (user_id) do update set summarized_week = excluded.summarized_week
        where p.has_notices and coalesce(p.summarized_week, '') < excluded.summarized_week
      returning user_id)
    select due.user_id as "userId", due.seconds, due.books,
      (select count(*)::int from (
        select 1 from block_time t where t.user_id = due.user_id and t.day >= ${week} and t.day <= ${sunday}
        group by t.book_id, t.version_id, t.document having sum(t.seconds) >= ${LIMITS.chapterReaderSecondsMin}) chapter) as chapters,
      (select count(*)::int from annotation a where a.user_id = due.user_id and a.kind = 'note' and a.deleted_at is null
        and a.created_at >= ${from} and a.created_at < ${until}) as notes
    from due join marked on marked.user_id = due.user_id`);
  return rows;
};

export const deletePlanOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from reading_plan where user_id = ${userId}`);
};

/** Returns everything that is stored about the user, for the data export. */
export const readPlanData = async (db: Queryable, userId: string): Promise<unknown[]> => {
  const { rows } = await db.execute(sql`
    select goal_kind as "goalKind", goal_amount as "goalAmount", has_notices as "hasNotices", reminded_on as "remindedOn",
      summarized_week as "summarizedWeek"
    from reading_plan where user_id = ${userId}`);
  return rows;
};
