import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod/v4';

type Schema = z.ZodType;
interface Parts {
  readonly schemas: ReadonlyMap<string, Schema>;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;

/** Returns all schemas that the contract exports: those of its operations, and the fields of each. */
const partsOf = (contract: object): Parts['schemas'] => {
  const found = new Map<string, Schema>();
  const add = (name: string, value: unknown): void => {
    if (isSchema(value)) {
      found.set(name, value);
      for (const [field, part] of Object.entries((value as { shape?: object }).shape ?? {})) add(`${name}.${field}`, part);
    } else if (typeof value === 'object' && value !== null && 'input' in value && 'output' in value) {
      add(`${name}.input`, value.input);
      add(`${name}.output`, value.output);
    }
  };
  for (const [name, value] of Object.entries(contract)) add(name, value);
  return found;
};

const small = partsOf(await import('@shufang/contract'));
vi.doMock('./zod.ts', () => import('zod/v4'));
vi.resetModules();
const whole = partsOf(await import('@shufang/contract'));

const VALUES: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'a',
  ' Ab-c1 ',
  '书房',
  '0',
  '12',
  '1.5',
  'true',
  '2026-02-30',
  '2026-02-28',
  '13800000001',
  'someone@example.org',
  '91310000MA1K35P0XX',
  'x'.repeat(5_000),
  '①'.repeat(80),
  0,
  -1,
  1,
  1.5,
  2 ** 40,
  Number.NaN,
  true,
  [],
  [''],
  ['a', 'a'],
  Array.from({ length: 600 }, (_, index) => index),
  {},
  { id: 'a', title: '书', extra: 1 },
];

/** Returns the result of parsing a value. Of the error messages only the Chinese ones, which the contract defines, are included. */
const resultOf = (schema: Schema, value: unknown): unknown => {
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data };
  return result.error.issues.map(({ code, path, message }) => ({
    code,
    path,
    ...(/[\u4e00-\u9fff]/.test(message) ? { message } : {}),
  }));
};

/**
 * Each schema of zod's full edition with the same schema of its mini edition. Operations share schemas, so each pair is listed once, by the
 * first name under which it is found.
 */
const pairs = new Map<Schema, Map<Schema, string>>();
for (const [name, schema] of whole) {
  const likes = pairs.get(schema) ?? new Map<Schema, string>();
  pairs.set(schema, likes);
  const like = small.get(name) as Schema;
  if (!likes.has(like)) likes.set(like, name);
}

/** Returns the pairs for which the two editions give different results. The test runner's own comparison would take ten times as long. */
const differences = (ask: (schema: Schema) => unknown, about = ''): unknown[] =>
  [...pairs].flatMap(([schema, likes]) => {
    const expected = ask(schema);
    return [...likes].flatMap(([like, name]) => {
      const result = ask(like);
      return isDeepStrictEqual(result, expected) ? [] : [{ of: name + about, whole: expected, small: result }];
    });
  });

const describeSchema = (schema: Schema, io: 'input' | 'output'): unknown => z.toJSONSchema(schema, { io, unrepresentable: 'any' });

describe('the contract with zod’s mini edition', () => {
  it('has the same schemas', () => {
    expect([...small.keys()]).toEqual([...whole.keys()]);
    expect([...small.values()].some((schema) => 'superRefine' in schema)).toBe(false);
    expect([...whole.values()].every((schema) => 'superRefine' in schema)).toBe(true);
    expect(whole.size).toBeGreaterThan(1_000);
  });

  it('describes them equally', () => {
    expect((['input', 'output'] as const).flatMap((io) => differences((schema) => describeSchema(schema, io), ` (${io})`))).toEqual([]);
  });

  it('parses any value with the same result', () => {
    expect(VALUES.flatMap((value) => differences((schema) => resultOf(schema, value), ` of ${String(value)}`))).toEqual([]);
  });
});
