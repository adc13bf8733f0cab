/** Access to PostgreSQL: a pool, Drizzle on top of it, and transactions. The same for the embedded and an external server. */

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { SQL } from './sql.ts';

/** Makes the driver read `bigint` (times in UTC ms, counts) as a number, because all stored values are below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface Database {
  readonly pool: pg.Pool;
  readonly orm: NodePgDatabase;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Type of the database parameter of store functions: the database, or an open transaction. */
export type Queryable = Database['orm'] | Transaction;
/** Type of a row that a raw query returns. */
export type Row<T> = T & Record<string, unknown>;

/** Returns the client of a `Queryable`: the pool, or the connection of a transaction. */
const clients = new WeakMap<Queryable, pg.Pool | pg.ClientBase>();

/** A prepared statement, parsed and planned once per connection. Each name must always have the same text. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

const clientOf = (db: Queryable): pg.Pool | pg.ClientBase => {
  const client = clients.get(db);
  if (client === undefined) throw new TypeError('a prepared statement needs a database that openDatabase created');
  return client;
};

/** Runs a prepared statement; for queries that nearly every request makes, where parsing and planning would cost as much as execution. */
export const queryPrepared = async <Row extends pg.QueryResultRow>(
  db: Queryable,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> => {
  const { rows } = await clientOf(db).query<Row>({ ...statement, values: [...values] });
  return rows;
};

const dialect = new PgDialect();

/** Runs a composed statement as a prepared one; its text must not depend on the values. */
export const queryPreparedSql = <Row extends pg.QueryResultRow>(db: Queryable, name: string, statement: SQL): Promise<Row[]> => {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return queryPrepared<Row>(db, { name, text }, params);
};

/** Returns one row with its columns as PostgreSQL text, because the caller can parse long lists faster. */
export const queryPreparedText = async (
  db: Queryable,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<(string | null)[]> => {
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
  /** No statement may run longer than a request (security.md §3: 30 s). */
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
} satisfies pg.PoolConfig;

/**
 * Opens a pool and checks with one query that the server responds. Throws the driver's error otherwise.
 * `onIdleError` is called for broken connections (server restart); the pool replaces them.
 */
export const openDatabase = async (
  target: string | pg.PoolConfig,
  options: { onIdleError?: (error: Error) => void } = {},
): Promise<Database> => {
  const pool = new pg.Pool({ ...POOL_DEFAULTS, ...(typeof target === 'string' ? { connectionString: target } : target) });
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool has no error listener on a checked-out connection: without this one, a break inside a transaction would end the process.
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
    // Drizzle never releases a connection whose `begin` fails, so it is acquired and released here; the pool drops a broken one.
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

/** Returns the SQLSTATE of a database error. Drizzle wraps the driver's error, so the code may be in a cause. */
export const sqlStateOf = (error: unknown): string | undefined => {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) return current.code;
  }
  return undefined;
};

/** Returns the settings of a connection outside the pool (LISTEN, another database of the same server). */
export const connectionOf = (db: Pick<Database, 'pool'>): pg.ClientConfig => {
  const { connectionString, host, port, user, password, database, ssl } = db.pool.options;
  return Object.fromEntries(
    Object.entries({ connectionString, host, port, user, password, database, ssl }).filter(([, value]) => value !== undefined),
  );
};
