/** The tables as Drizzle is told of them and as the migrations make them are the same: a column that only one of the two knows fails here. */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';

const SOURCES = path.resolve(import.meta.dirname, '..');

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly default: string | null;
}
interface Shape {
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
}

/** Every table object there is in the sources, by the name of its table. */
const toldTables = async (): Promise<Map<string, PgTable>> => {
  const tables = new Map<string, PgTable>();
  for await (const file of glob('**/*.ts', { cwd: SOURCES })) {
    if (file.endsWith('.test.ts') || !(await readFile(path.join(SOURCES, file), 'utf8')).includes('pgTable(')) continue;
    const parts = (await import(pathToFileURL(path.join(SOURCES, file)).href)) as Record<string, unknown>;
    for (const part of Object.values(parts)) if (is(part, PgTable)) tables.set(getTableConfig(part).name, part);
  }
  return tables;
};

/** A default as PostgreSQL writes it down, without its casts. */
const writtenDefault = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
};

const shapeTold = (table: PgTable): Shape => {
  const { columns, primaryKeys } = getTableConfig(table);
  return {
    columns: columns
      .map((column) => ({
        name: column.name,
        type: column.getSQLType(),
        isNullable: !column.notNull,
        default: writtenDefault(column.default),
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    primaryKey: primaryKeys[0]?.columns.map(({ name }) => name) ?? columns.filter(({ primary }) => primary).map(({ name }) => name),
  };
};

describe('the tables of the code', () => {
  let database: TestDatabase;
  let told: Map<string, PgTable>;
  beforeAll(async () => {
    database = await createTestDatabase();
    told = await toldTables();
  });
  afterAll(() => database?.drop());

  const shapeMade = async (name: string): Promise<Shape> => {
    const { pool } = database.db;
    const columns = await pool.query<{ name: string; type: string; nullable: boolean; default: string | null }>(
      `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
         regexp_replace(pg_get_expr(adbin, adrelid), '::[a-z ]+$', '') as default
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
      [name],
    );
    const key = await pool.query<{ name: string }>(
      `select attname as name from pg_index join unnest(indkey) with ordinality as part(no, place) on true
       join pg_attribute on attrelid = indrelid and attnum = part.no
       where indrelid = to_regclass($1) and indisprimary order by place`,
      [name],
    );
    return {
      columns: columns.rows
        .map(({ nullable, ...column }) => ({ name: column.name, type: column.type, isNullable: nullable, default: column.default }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
      primaryKey: key.rows.map((row) => row.name),
    };
  };

  test('have the columns, types, defaults and keys that the migrations made', async () => {
    expect(told.size).toBeGreaterThan(0);
    for (const [name, table] of told) expect(shapeTold(table), name).toEqual(await shapeMade(name));
  });

  test('have each index and each unique column they name', async () => {
    for (const [name, table] of told) {
      const { indexes, uniqueConstraints, columns, foreignKeys, checks } = getTableConfig(table);
      const { rows } = await database.db.pool.query<{ name: string }>('select indexname as name from pg_indexes where tablename = $1', [
        name,
      ]);
      const made = rows.map((row) => row.name);
      const named = [
        ...indexes.map(({ config }) => config.name),
        ...uniqueConstraints.map((each) => each.getName()),
        ...columns.filter(({ isUnique }) => isUnique).map(({ uniqueName }) => uniqueName),
      ];
      expect(
        named.filter((each) => each === undefined || !made.includes(each)),
        name,
      ).toEqual([]);
      // Rules of the rows stand in the migrations alone.
      expect([foreignKeys.length, checks.length], name).toEqual([0, 0]);
    }
  });
});
