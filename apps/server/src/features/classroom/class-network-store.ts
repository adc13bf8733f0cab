/** The only SQL on the networks of running lessons. */
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** Stores that a lesson runs in a network until this time, and deletes the networks of lessons that are over. */
export const putClassNetwork = async (db: Queryable, network: string, until: number, now: number): Promise<void> => {
  await db.execute(sql`delete from class_network where ends_at <= ${now}`);
  await db.execute(sql`
    insert into class_network (network, ends_at) values (${network}::cidr, ${until})
    on conflict (network) do update set ends_at = greatest(class_network.ends_at, excluded.ends_at)`);
};

/** Returns the networks in which lessons are running. */
export const listClassNetworks = async (db: Queryable, now: number): Promise<string[]> => {
  const { rows } = await db.execute<{ network: string }>(sql`select network::text as network from class_network where ends_at > ${now}`);
  return rows.map(({ network }) => network);
};
