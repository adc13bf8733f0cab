/** Tests, on small tables of every kind, dumping and loading rows, the order of filling, and the objects that rows refer to. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { planFilling } from './foreign-keys.ts';
import { countRows, digestDump, dumpTable, listTables, loadTable, quoteName } from './table-rows.ts';
import { hashOfFile } from './verify-backup.ts';
import { listReferencedObjects } from './write-backup.ts';

let database: TestDatabase;
let client: pg.PoolClient;
let folder: string;
let files = 0;
beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-rows-'));
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  client = await database.db.pool.connect();
  await client.query('begin');
});
afterEach(async () => {
  await client.query('rollback');
  client.release();
});

const newFile = (): string => {
  files += 1;
  return path.join(folder, `${files}.jsonl.gz`);
};
const linesOf = async (file: string) => gunzipSync(await readFile(file)).toString('utf8');
const dump = async (table: string) => {
  const file = newFile();
  const digest = await dumpTable(client, table, file);
  const text = await linesOf(file);
  expect(digest.sha256).toBe(createHash('sha256').update(text).digest('hex'));
  expect(await digestDump(file)).toEqual(digest);
  return { file, text, rows: digest.rows };
};

describe('rows', () => {
  it('are dumped in the order of their key, one per line, and loaded again', async () => {
    await client.query(`create table t (b int, a text, raw json, made int generated always as (b + 1) stored, primary key (a, b));
      insert into t (b, a, raw) values (2, 'x', E'{"k":\\n1}'), (1, 'y', null), (1, 'x', '[]')`);
    await client.query('alter table t drop column if exists none');
    const { file, text, rows } = await dump('t');
    expect(text).toBe('{"b":1,"a":"x","raw":[],"made":2}\n{"b":2,"a":"x","raw":{"k": 1},"made":3}\n{"b":1,"a":"y","raw":null,"made":2}\n');
    expect(rows).toBe(3);
    await client.query('truncate t');
    await loadTable(client, 't', file);
    expect((await dump('t')).text).toBe(text);
  });

  it('of a table without a key, with a dropped column or with an unusual name are dumped and loaded', async () => {
    await client.query(`create table "odd ""name" (gone int, "order" int generated always as identity);
      alter table "odd ""name" drop column gone; insert into "odd ""name" default values; insert into "odd ""name" default values`);
    const { file, rows } = await dump('odd "name');
    expect(rows).toBe(2);
    await client.query('truncate "odd ""name"');
    await loadTable(client, 'odd "name', file);
    expect((await client.query('select "order" from "odd ""name" order by 1')).rows).toEqual([{ order: 1 }, { order: 2 }]);
    expect(quoteName('odd "name')).toBe('public."odd ""name"');
  });

  it('of an empty table are an empty dump', async () => {
    await client.query('create table t (a int)');
    const { file, text, rows } = await dump('t');
    await loadTable(client, 't', file);
    expect([text, rows, await countRows(client, 't')]).toEqual(['', 0, 0]);
  });

  it('beyond one batch are loaded, by number and by size', async () => {
    await client.query(`create table t (n int primary key, a text); insert into t select n, 'x' from generate_series(1, 2300) n`);
    const { file, rows } = await dump('t');
    await client.query('truncate t');
    await loadTable(client, 't', file);
    expect([rows, await countRows(client, 't')]).toEqual([2300, 2300]);
    await client.query(`truncate t; insert into t select n, repeat('y', 400000) from generate_series(1, 5) n`);
    const big = await dump('t');
    await client.query('truncate t');
    await loadTable(client, 't', big.file);
    expect(await countRows(client, 't')).toBe(5);
  });

  it('are sent in batches of a thousand, or of a million characters', async () => {
    await client.query('create table t (n int, a text)');
    const batches = async (count: number, chars: number): Promise<number[]> => {
      const file = newFile();
      await writeFile(file, gzipSync(`${JSON.stringify({ n: 1, a: 'x'.repeat(chars) })}\n`.repeat(count)));
      const sizes: number[] = [];
      const counting = {
        query: async (text: string, values: unknown[]) => {
          const result = await client.query(text, values);
          if (text.startsWith('insert')) sizes.push(result.rowCount ?? 0);
          return result;
        },
      };
      await loadTable(counting as unknown as pg.ClientBase, 't', file);
      return sizes;
    };
    expect(await batches(2_001, 1)).toEqual([1_000, 1_000, 1]);
    expect(await batches(5, 400_000)).toEqual([3, 2]);
    expect(await batches(1_000, 1)).toEqual([1_000]);
    expect(await batches(3, 500_000 - JSON.stringify({ n: 1, a: '' }).length)).toEqual([2, 1]);
  });

  it('are unchanged whatever line ends and white space they contain, in chunks of any size', async () => {
    const spaces = '\u2028\u2029\r\n\u0085\v\f\t厚😀';
    await client.query('create table t (n int primary key, a text, b jsonb, raw json)');
    await client.query(
      `insert into t select n, repeat($1, 3000), jsonb_build_object('k', $1::text), (E'{"k":\r' || to_json($1::text) || E'\r\n}')::json
       from generate_series(1, 3) n`,
      [spaces],
    );
    const { file, text } = await dump('t');
    await client.query('truncate t');
    await loadTable(client, 't', file);
    const { rows } = await client.query<Record<string, unknown>>('select * from t order by n');
    expect(rows).toEqual([1, 2, 3].map((n) => ({ n, a: spaces.repeat(3000), b: { k: spaces }, raw: { k: spaces } })));
    expect((await dump('t')).text).toBe(text);
  });

  it('are not dumped over an existing file, and not read from a missing one', async () => {
    await client.query('create table t (a int)');
    const { file } = await dump('t');
    await expect(dumpTable(client, 't', file)).rejects.toThrow('EEXIST');
    await writeFile(file, 'no gzip');
    await expect(digestDump(file)).rejects.toThrow('incorrect header');
    await expect(loadTable(client, 't', file)).rejects.toThrow('incorrect header');
    await expect(loadTable(client, 't', path.join(folder, 'none'))).rejects.toThrow('ENOENT');
    await expect(digestDump(path.join(folder, 'none'))).rejects.toThrow('ENOENT');
  });

  it('leave no cursor open', async () => {
    await client.query('create table t (a int); insert into t values (1)');
    await dump('t');
    expect((await client.query('select 1 from pg_cursors')).rows).toEqual([]);
  });

  it('are those of ordinary and partitioned tables of this schema, by name', async () => {
    await client.query(`create table b (a int); create table a (a int) partition by range (a); create table part partition of a default;
      create view v as select 1; create schema other; create table other.c (a int)`);
    expect(await listTables(client)).toEqual(['a', 'b']);
  });
});

it('a file is hashed and counted', async () => {
  const file = newFile();
  await writeFile(file, 'abc');
  expect(await hashOfFile(file)).toEqual({ sha256: createHash('sha256').update('abc').digest('hex'), bytes: 3 });
});

describe('the order of filling', () => {
  const keysOf = async () =>
    (
      await client.query(
        `select conname as name, condeferrable as deferrable, condeferred as deferred from pg_constraint where contype = 'f' order by 1`,
      )
    ).rows;

  it('is each table after those it refers to', async () => {
    await client.query(`create table c (id int primary key); create table b (id int primary key, c int references c);
      create table a (b int references b, c int references c)`);
    const plan = await planFilling(client, ['a', 'b', 'c']);
    expect(plan.tables).toEqual(['c', 'b', 'a']);
    const before = await keysOf();
    await plan.loosen();
    expect(await keysOf()).toEqual(before);
  });

  it('ignores deferrable keys, and defers keys that no order satisfies', async () => {
    await client.query(`create table a (id int primary key, up int constraint a_up references a, b int);
      create table b (id int primary key, a int constraint b_a references a);
      alter table a add constraint a_b foreign key (b) references b deferrable initially immediate;
      create table c (id int primary key, d int); create table d (id int primary key, c int constraint d_c references c deferrable initially deferred);
      alter table c add constraint c_d foreign key (d) references d`);
    const before = await keysOf();
    const plan = await planFilling(client, ['a', 'b', 'c', 'd']);
    expect(plan.tables).toEqual(['a', 'b', 'd', 'c']);
    await plan.loosen();
    expect((await keysOf()).map(({ name, deferred }) => [name, deferred])).toEqual([
      ['a_b', true],
      ['a_up', true],
      ['b_a', false],
      ['c_d', false],
      ['d_c', true],
    ]);
    expect((await keysOf()).filter((key) => key.deferrable).map((key) => key.name)).toEqual(['a_b', 'a_up', 'd_c']);
    await client.query(
      'insert into a values (2, 1, 7), (1, null, null); insert into b values (7, 1); insert into d values (1, 5); insert into c values (5, 1)',
    );
    await plan.tighten();
    expect(await keysOf()).toEqual(before);
    await expect(client.query('insert into a values (3, 9, null)')).rejects.toThrow('a_up');
  });

  it('ends with an error that names the violated key', async () => {
    await client.query('create table a (id int primary key, up int constraint a_up references a)');
    const plan = await planFilling(client, ['a']);
    await plan.loosen();
    await client.query('insert into a values (1, 9)');
    await expect(plan.tighten()).rejects.toThrow('a_up');
  });

  it('is arbitrary for tables that refer to each other without deferrable keys, which are then deferred', async () => {
    await client.query(`create table a (id int primary key, b int); create table b (id int primary key, a int references a);
      alter table a add foreign key (b) references b`);
    const plan = await planFilling(client, ['a', 'b']);
    expect(plan.tables).toEqual(['a', 'b']);
    await plan.loosen();
    await client.query('insert into a values (1, 1); insert into b values (1, 1)');
    await plan.tighten();
  });
});

it('objects are referenced by columns for hashes, and required unless every such column may refer to missing ones', async () => {
  const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];
  await client.query(`create table a (sha256 text, cover_sha256 text, other text); create table b (cover_sha256 text); create table schema_migration (sha256 text);
    insert into a values ('${one}', '${two}', '${three}'), ('not a hash', null, null), ('${one}', '${two}x', null);
    insert into b values ('${two}'), ('${three}'); insert into schema_migration values ('${'4'.repeat(64)}')`);
  expect(await listReferencedObjects(client, [])).toEqual(
    new Map([
      [one, true],
      [two, true],
      [three, true],
    ]),
  );
  expect(await listReferencedObjects(client, ['a.cover_sha256'])).toEqual(
    new Map([
      [two, true],
      [one, true],
      [three, true],
    ]),
  );
  expect(await listReferencedObjects(client, ['b.cover_sha256'])).toEqual(
    new Map([
      [two, true],
      [one, true],
      [three, false],
    ]),
  );
  expect(await listReferencedObjects(client, ['a.cover_sha256', 'b.cover_sha256'])).toEqual(
    new Map([
      [two, false],
      [one, true],
      [three, false],
    ]),
  );
});
