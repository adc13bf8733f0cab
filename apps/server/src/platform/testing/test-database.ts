/** Creates a fresh migrated database for a test file: a copy of a template that is migrated once per set of migrations. */
import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../database.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { findTestServer, runPrefix } from './test-server.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

export interface TestDatabase {
  db: Database;
  /** URL of the database, for processes and connections that a test starts itself. */
  url: string;
  drop(): Promise<void>;
}

const urlOfDatabase = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Runs `work` over a short connection to the maintenance database of the server. */
const onServer = async <T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: serverUrl, application_name: 'shufang-test' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Creates the template of these migrations if it does not exist; concurrent test processes wait for each other. Returns the clause of
 * `create database` that copies it.
 */
const ensureTemplate = async (serverUrl: string): Promise<string> => {
  const files = await readMigrations(MIGRATIONS);
  const hash = createHash('sha256').update(JSON.stringify(files.map((file) => [file.name, file.sha256])));
  const template = `shufang_template_${hash.digest('hex').slice(0, 16)}`;
  return onServer(serverUrl, async (client) => {
    // The strategy `file_copy` needs two checkpoints. It is faster than PostgreSQL's default only if checkpoints do not wait for the disk
    // (`fsync` is off).
    const { rows } = await client.query<{ fsync: string }>('show fsync');
    const clause = `template ${template}${rows[0]?.fsync === 'off' ? ' strategy file_copy' : ''}`;
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount === 1) return clause;
    // The template is created under another name and then renamed, so that an existing template is always complete.
    const building = `${template}_building`;
    await client.query(`drop database if exists ${building} with (force)`);
    await client.query(`create database ${building} template template0 encoding 'UTF8'`);
    const db = await openDatabase({ connectionString: urlOfDatabase(serverUrl, building), max: 1 });
    try {
      await migrate(db, MIGRATIONS);
    } finally {
      await db.close();
    }
    await client.query(`alter database ${building} rename to ${template}`);
    return clause;
  });
};

const copyClauses = new Map<string, Promise<string>>();

const copyDatabase = async (clause: string): Promise<TestDatabase> => {
  const serverUrl = await findTestServer();
  const name = `${runPrefix()}${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name} ${clause}`));
  const url = urlOfDatabase(serverUrl, name);
  const db = await openDatabase({ connectionString: url, max: 5 });
  return {
    db,
    url,
    async drop() {
      await db.close();
      await onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
};

/** Returns a database with all migrations applied and no rows. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const serverUrl = await findTestServer();
  const clause = copyClauses.get(serverUrl) ?? ensureTemplate(serverUrl);
  copyClauses.set(serverUrl, clause);
  return copyDatabase(await clause);
};

/** Returns an empty database, for tests of the migrations themselves. */
export const createEmptyDatabase = (): Promise<TestDatabase> => copyDatabase("template template0 encoding 'UTF8'");
