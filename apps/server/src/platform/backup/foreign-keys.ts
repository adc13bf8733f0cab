/** In which order tables can be filled, and which foreign keys must wait for the end because tables point at one another or at themselves. */
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
  /** Lets the keys that no order satisfies wait. */
  loosen(): Promise<void>;
  /** Checks everything that waited, then puts the keys back as they were. */
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

/** Each table after those it points at; where that is impossible, keys that can wait are passed over first. */
const sortTables = (tables: readonly string[], keys: readonly ForeignKey[]): string[] => {
  const sorted: string[] = [];
  let left = [...tables];
  const isBlocked = (table: string, counting: readonly ForeignKey[]): boolean =>
    counting.some((key) => key.table === table && key.target !== table && left.includes(key.target));
  const immediate = keys.filter((key) => !key.deferrable);
  while (left.length > 0) {
    const next = left.find((table) => !isBlocked(table, keys)) ?? left.find((table) => !isBlocked(table, immediate)) ?? left[0];
    if (next === undefined) break;
    sorted.push(next);
    left = left.filter((table) => table !== next);
  }
  return sorted;
};

/** The plan for filling `tables` inside the client's transaction. */
export const planFilling = async (client: pg.ClientBase, tables: readonly string[]): Promise<FillOrder> => {
  const keys = await listForeignKeys(client);
  const sorted = sortTables(tables, keys);
  const waiting = keys.filter((key) => sorted.indexOf(key.target) >= sorted.indexOf(key.table));
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
      for (const key of waiting) {
        const timing = key.deferred
          ? 'deferrable initially deferred'
          : key.deferrable
            ? 'deferrable initially immediate'
            : 'not deferrable';
        await alter(key, timing);
      }
    },
  };
};
