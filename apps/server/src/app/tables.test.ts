/** Compares the table definitions of Drizzle with the tables that the migrations create: a column that only one of them has fails here. */
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

/** Returns all table objects that the sources define, by table name. */
const definedTables = async (): Promise<Map<string, PgTable>> => {
  const tables = new Map<string, PgTable>();
  for await (const file of glob('**/*.ts', { cwd: SOURCES })) {
    if (file.endsWith('.test.ts') || !(await readFile(path.join(SOURCES, file), 'utf8')).includes('pgTable(')) continue;
    const parts = (await import(pathToFileURL(path.join(SOURCES, file)).href)) as Record<string, unknown>;
    for (const part of Object.values(parts)) if (is(part, PgTable)) tables.set(getTableConfig(part).name, part);
  }
  return tables;
};

/** Returns a default value as PostgreSQL stores it, without its casts. */
const writtenDefault = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
};

const definedShape = (table: PgTable): Shape => {
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

describe('the table definitions of the code', () => {
  let database: TestDatabase;
  let defined: Map<string, PgTable>;
  beforeAll(async () => {
    database = await createTestDatabase();
    defined = await definedTables();
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

  test('have the columns, types, defaults and keys of the migrations', async () => {
    expect(defined.size).toBeGreaterThan(0);
    for (const [name, table] of defined) expect(definedShape(table), name).toEqual(await shapeMade(name));
  });

  test('have the indexes and unique columns that they declare', async () => {
    for (const [name, table] of defined) {
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
      // Foreign keys and check constraints are defined only in the migrations, so the Drizzle definitions must have none.
      expect([foreignKeys.length, checks.length], name).toEqual([0, 0]);
    }
  });
});
