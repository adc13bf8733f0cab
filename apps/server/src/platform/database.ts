/** The way to PostgreSQL: one pool, Drizzle on top of it and transactions. The same for the embedded and an external server. */
import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** `bigint` (all our times in UTC ms, counts) as a number: everything we store stays below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface Database {
  readonly pool: pg.Pool;
  readonly orm: NodePgDatabase;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What a store function accepts: the database itself or a transaction a caller has opened. */
export type Queryable = Database['orm'] | Transaction;
/** A row of a query by hand. */
export type Row<T> = T & Record<string, unknown>;

/** Where the statements of a `Queryable` go: the pool, or the one connection of a transaction. */
const clients = new WeakMap<Queryable, pg.Pool | pg.ClientBase>();

/** A statement that each connection reads and plans once. The name stands for this text alone. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const clientOf = (db: Queryable): pg.Pool | pg.ClientBase => {
  const client = clients.get(db);
  if (client === undefined) throw new TypeError('only what openDatabase made can be asked a named statement');
  return client;
};

/** For what is asked at nearly every call, where reading and planning would cost as much as the answer. */
export const ask = async <Row extends pg.QueryResultRow>(
  db: Queryable,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => {
  const { rows } = await clientOf(db).query<Row>({ ...statement, values: [...values] });
  return rows;
};

const dialect = new PgDialect();

/** The same for a statement put together from parts: whatever the values, its text is one. */
export const askAs = <Row extends pg.QueryResultRow>(db: Queryable, name: string, statement: SQL): Promise<Row[]> => {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return ask<Row>(db, { name, text }, params);
};

/** The same for one row, its columns as PostgreSQL writes them: long lists are quicker read by who knows what is in them. */
export const askForText = async (db: Queryable, statement: Statement, values: readonly unknown[]): Promise<(string | null)[]> => {
  const types = { getTypeParser: () => (text: string) => text };
  const { rows } = await clientOf(db).query<(string | null)[]>({ ...statement, values: [...values], rowMode: 'array', types });
  return rows[0] ?? [];
};

const POOL_DEFAULTS = {
  application_name: 'shufang',
  max: 10,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  /** No call of ours may hold a connection longer than a request lives (security.md §3: request 30 s). */
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
} satisfies pg.PoolConfig;

/**
 * Opens a pool and proves with one query that the server answers. Throws the driver's error when it does not.
 * `onIdleError` hears of connections that broke (server restarted); the pool replaces them by itself.
 */
export const openDatabase = async (
  target: string | pg.PoolConfig,
  options: { onIdleError?: (error: Error) => void } = {},
): Promise<Database> => {
  const pool = new pg.Pool({ ...POOL_DEFAULTS, ...(typeof target === 'string' ? { connectionString: target } : target) });
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool does not listen to a connection it has lent out: one that breaks inside a transaction would end the process.
  pool.on('connect', (client) => client.on('error', (error) => options.onIdleError?.(error)));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  const orm = drizzle(pool);
  clients.set(orm, pool);
  return {
    pool,
    orm,
    // Drizzle keeps a connection for ever whose `begin` fails, so we lend and take it back ourselves; the pool drops a broken one.
    async transaction(work) {
      const client = await pool.connect();
      try {
        return await drizzle(client).transaction((tx) => {
          clients.set(tx, client);
          return work(tx);
        });
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
};

/** SQLSTATE of a database error; Drizzle wraps the driver's error, so the code may sit on a cause. */
export const sqlStateOf = (error: unknown): string | undefined => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) return current.code;
  }
  return undefined;
};

/** How a connection outside the pool (LISTEN, another database of the same server) reaches what `db` reaches. */
export const connectionOf = (db: Pick<Database, 'pool'>): pg.ClientConfig => {
  const { connectionString, host, port, user, password, database, ssl } = db.pool.options;
  return Object.fromEntries(
    Object.entries({ connectionString, host, port, user, password, database, ssl }).filter(([, value]) => value !== undefined),
  );
};
