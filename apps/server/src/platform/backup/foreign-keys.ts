/** The order in which tables are filled, and the foreign keys that are deferred because tables refer to each other or to themselves. */
import pg from 'pg';
import { quoteName } from './table-rows.ts';

interface ForeignKey {
  name: string;
  table: string;
  target: string;
  deferrable: boolean;
  deferred: boolean;
}

export interface FillOrder {
  readonly tables: readonly string[];
  /** Makes those foreign keys deferred that no order of the tables satisfies. */
  loosen(): Promise<void>;
  /** Checks the deferred foreign keys, then restores their definitions. */
  tighten(): Promise<void>;
}

const listForeignKeys = async (client: pg.ClientBase): Promise<ForeignKey[]> => {
  const { rows } = await client.query<ForeignKey>(
    `select conname as name, source.relname as table, target.relname as target, condeferrable as deferrable, condeferred as deferred
     from pg_constraint join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conname`,
  );
  return rows;
};

/**
 * Returns the tables in an order in which each follows the tables it refers to. Where no such order exists, foreign keys that are already
 * deferrable are ignored first, then the others.
 */
const sortTables = (tables: readonly string[], keys: readonly ForeignKey[]): string[] => {
  const sorted: string[] = [];
  let left = [...tables];
  const isBlocked = (table: string, counting: readonly ForeignKey[]): boolean =>
    counting.some((key) => key.table === table && key.target !== table && left.includes(key.target));
  const immediate = keys.filter((key) => !key.deferrable);
  for (;;) {
    const next = left.find((table) => !isBlocked(table, keys)) ?? left.find((table) => !isBlocked(table, immediate)) ?? left[0];
    if (next === undefined) return sorted;
    sorted.push(next);
    left = left.filter((table) => table !== next);
  }
};

/** Returns the order for filling `tables`, with the functions that defer foreign keys in the client's transaction. */
export const planFilling = async (client: pg.ClientBase, tables: readonly string[]): Promise<FillOrder> => {
  const keys = await listForeignKeys(client);
  const sorted = sortTables(tables, keys);
  const waiting = keys.filter((key) => !key.deferred && sorted.indexOf(key.target) >= sorted.indexOf(key.table));
  const alter = async (key: ForeignKey, timing: string): Promise<void> => {
    await client.query(`alter table ${quoteName(key.table)} alter constraint ${pg.escapeIdentifier(key.name)} ${timing}`);
  };
  return {
    tables: sorted,
    async loosen() {
      for (const key of waiting) await alter(key, 'deferrable initially deferred');
    },
    async tighten() {
      await client.query('set constraints all immediate');
      for (const key of waiting) await alter(key, key.deferrable ? 'deferrable initially immediate' : 'not deferrable');
    },
  };
};
