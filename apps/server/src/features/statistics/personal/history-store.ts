/** SQL on the reading days of one user. */
import { LIMITS } from '@shufang/contract';
import type { Queryable, Row } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { SIMULATED_DEVICE } from '../../reading/reading-days.ts';

/** Longest time of a day, in seconds: several devices may count at the same time. */
const DAY_SECONDS = 86_400;

/** Returns the seconds of each day from `first` to `last` that has reading, the earliest first. */
export const listDays = async (
  db: Queryable,
  userId: string,
  first: string,
  last: string,
): Promise<{ readonly day: string; readonly seconds: number }[]> => {
  const { rows } = await db.execute<Row<{ day: string; seconds: number }>>(sql`
    select day, least(${DAY_SECONDS}, sum(seconds))::int as seconds from reading_day
    where user_id = ${userId} and day >= ${first} and day <= ${last} group by day having sum(seconds) > 0 order by day`);
  return rows;
};

/** Returns the books read longest from `first` to `last`, at most `LIMITS.readingBooksMax`. */
export const listReadBooks = async (
  db: Queryable,
  userId: string,
  first: string,
  last: string,
): Promise<{ readonly bookId: string; readonly seconds: number }[]> => {
  const { rows } = await db.execute<Row<{ bookId: string; seconds: number }>>(sql`
    select book_id as "bookId", sum(seconds)::int as seconds from reading_day
    where user_id = ${userId} and day >= ${first} and day <= ${last} group by book_id having sum(seconds) >= ${LIMITS.readerSecondsMin}
    order by 2 desc, 1 limit ${LIMITS.readingBooksMax}`);
  return rows;
};

/** Returns whether part of the user's reading was simulated for the demo. */
export const hasSimulatedDays = async (db: Queryable, userId: string): Promise<boolean> =>
  (await db.execute(sql`select 1 from reading_day where user_id = ${userId} and device_id = ${SIMULATED_DEVICE} limit 1`)).rows.length > 0;

/** Returns the years in which the user read, the latest first. */
export const listReadYears = async (db: Queryable, userId: string): Promise<number[]> => {
  const { rows } = await db.execute<{ year: number }>(sql`
    select distinct substr(day, 1, 4)::int as year from reading_day where user_id = ${userId} and seconds > 0 order by 1 desc`);
  return rows.map(({ year }) => year);
};
