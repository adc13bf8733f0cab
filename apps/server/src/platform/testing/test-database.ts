/** A fresh migrated database for one test file, copied in a moment from a template that is migrated once per migration set. */
import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../database.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { findTestServer } from './test-server.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

export interface TestDatabase {
  db: Database;
  /** For processes and connections that a test starts itself. */
  url: string;
  drop(): Promise<void>;
}

const urlOfDatabase = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** One short connection to the maintenance database of the server. */
const onServer = async <T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: serverUrl, application_name: 'shufang-test' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Makes the template of this migration set unless it stands; test processes that start together wait for one another. */
const ensureTemplate = async (serverUrl: string): Promise<string> => {
  const files = await readMigrations(MIGRATIONS);
  const hash = createHash('sha256').update(JSON.stringify(files.map((file) => [file.name, file.sha256])));
  const template = `shufang_template_${hash.digest('hex').slice(0, 16)}`;
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount === 1) return;
    // Built under another name, so that a template which exists is always complete.
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
  });
  return template;
};

const templates = new Map<string, Promise<string>>();

const copyDatabase = async (template: string | undefined): Promise<TestDatabase> => {
  const serverUrl = await findTestServer();
  const name = `shufang_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, (client) =>
    client.query(`create database ${name} ${template === undefined ? "template template0 encoding 'UTF8'" : `template ${template}`}`),
  );
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

/** A database with all migrations applied and no rows. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const serverUrl = await findTestServer();
  const template = templates.get(serverUrl) ?? ensureTemplate(serverUrl);
  templates.set(serverUrl, template);
  return copyDatabase(await template);
};

/** A database with nothing in it, for tests of the migrations themselves. */
export const createEmptyDatabase = (): Promise<TestDatabase> => copyDatabase(undefined);
