import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase, sqlStateOf } from './database.ts';
import { sql } from './sql.ts';
import { createEmptyDatabase, type TestDatabase } from './testing/test-database.ts';

let empty: TestDatabase;
beforeAll(async () => {
  empty = await createEmptyDatabase();
  await empty.db.pool.query('create table note (id text primary key, at bigint)');
});
afterAll(() => empty.drop());

const countNotes = async (): Promise<number> =>
  (await empty.db.pool.query<{ n: number }>('select count(*) as n from note')).rows[0]?.n ?? -1;

it('commits a transaction that resolves and rolls back one that throws', async () => {
  await empty.db.transaction((tx) => tx.execute(sql`insert into note values ('kept', 1)`));
  const failing = empty.db.transaction(async (tx) => {
    await tx.execute(sql`insert into note values ('gone', 2)`);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await countNotes()).toBe(1);
});

it('reads times in milliseconds as numbers, through the pool and through Drizzle', async () => {
  const at = 1_795_269_000_123;
  await empty.db.pool.query('insert into note values ($1, $2)', ['timed', at]);
  expect((await empty.db.pool.query("select at from note where id = 'timed'")).rows).toEqual([{ at }]);
  expect((await empty.db.orm.execute(sql`select at from note where id = 'timed'`)).rows).toEqual([{ at }]);
});

it('finds the SQLSTATE in an error of Drizzle', async () => {
  const twice = empty.db.orm.execute(sql`insert into note values ('timed', 1)`);
  expect(sqlStateOf(await twice.catch((error: unknown) => error))).toBe('23505');
  expect(sqlStateOf(new Error('not a database error'))).toBeUndefined();
});

it('survives a broken connection inside a transaction, and continues with another one', async () => {
  const broken: Error[] = [];
  const db = await openDatabase(empty.url, { onIdleError: (error) => broken.push(error) });
  const cut = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await empty.db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await vi.waitFor(() => expect(broken).not.toEqual([]));
    await tx.execute(sql`select 1`);
  });
  await expect(cut).rejects.toThrow('Failed query');
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await db.close();
});

it('releases a connection whose transaction could not begin', async () => {
  const db = await openDatabase({ connectionString: empty.url, max: 1, connectionTimeoutMillis: 1_000 });
  // The connection is cut at the event `acquire`, which the pool emits after taking the connection and before `begin` is sent.
  db.pool.once('acquire', (client) => Reflect.get(client, 'connection').stream.destroy());
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow('Failed query: begin');
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await db.close();
});

it('fails at once if no server listens', async () => {
  await expect(openDatabase('postgres://nobody@127.0.0.1:9148/none')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
