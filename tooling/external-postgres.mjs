// Finds a PostgreSQL server that the tests may use: TEST_DATABASE_URL, or the usual address on this machine.
import os from 'node:os';
import pg from 'pg';

export const isExternalPostgresUp = async () => {
  const connectionString =
    process.env.TEST_DATABASE_URL ?? `postgres://${encodeURIComponent(os.userInfo().username)}@127.0.0.1:5432/postgres`;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_500 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (process.env.TEST_DATABASE_URL !== undefined) console.error(`TEST_DATABASE_URL 指定的数据库连不上：${error.message}`);
    return false;
  }
};
