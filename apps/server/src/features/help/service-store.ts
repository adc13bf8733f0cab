/** The only SQL on `service_change`. */
import type { getServiceStatus, OutputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

type Part = OutputOf<typeof getServiceStatus>['parts'][number]['part'];

export interface ServiceChange {
  readonly part: Part;
  readonly state: 'ok' | 'failed';
  readonly at: number;
}

/** Inserts a change of the state of a part. Only changes are stored, so a part that never failed has no row. */
export const insertServiceChange = async (db: Queryable, { part, state, at }: ServiceChange): Promise<void> => {
  await db.execute(sql`
    insert into service_change (part, state, at)
    select ${part}::text, ${state}::text, ${at}::bigint
    where coalesce((select state from service_change where part = ${part} order by at desc, id desc limit 1), 'ok') <> ${state}`);
};

export const listServiceChanges = async (db: Queryable): Promise<ServiceChange[]> => {
  const { rows } = await db.execute<{ part: Part; state: 'ok' | 'failed'; at: number }>(
    sql`select part, state, at from service_change order by at, id`,
  );
  return rows;
};

export const forgetChangesBefore = async (db: Queryable, before: number): Promise<void> => {
  await db.execute(sql`delete from service_change where at < ${before}`);
};
