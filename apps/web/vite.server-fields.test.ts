// @vitest-environment node
/** Tests with the whole contract that the client's build leaves out what only the server reads of an operation, and nothing else. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { withoutServerFields } from './vite.server-fields.ts';

const CONTRACT = path.join(import.meta.dirname, '../../packages/contract/src');
const SERVER_FIELDS: readonly string[] = ['summary', 'permission', 'scope'];

/** The transformation as a function: Vite would also accept an object with a filter. */
const transform = withoutServerFields().transform as (code: string, id: string) => { readonly code: string } | null;
const transformed = (file: string, code = readFileSync(file, 'utf8')): string => {
  const result = transform(code, file);
  if (result === null) throw new Error(`${file} is not transformed`);
  return result.code;
};

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** A field in the argument of `operation`; without a key it is spread from another object. */
interface Property {
  readonly key?: { readonly name: string };
  readonly start: number;
  readonly end: number;
}

/** Returns the arguments of every call of `operation` and `rawOperation` in a source text: for each, its fields with their texts. */
const operationsIn = (file: string, code: string): Record<string, string>[] => {
  const { program, errors } = parseSync(file, code);
  expect(errors).toEqual([]);
  const found: Record<string, string>[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    const call = value as unknown as {
      readonly callee: { readonly name?: string };
      readonly arguments: { properties: Property[] }[];
    };
    if (value.type === 'CallExpression' && /^(?:operation|rawOperation)$/.test(call.callee.name ?? '')) {
      const fields = call.arguments[0]?.properties ?? [];
      found.push(Object.fromEntries(fields.map(({ key, start, end }) => [key?.name ?? '...', code.slice(start, end)])));
    }
    Object.values(value).forEach(visit);
  };
  visit(program);
  return found;
};

const files = globSync('**/*.ts', { cwd: CONTRACT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => path.join(CONTRACT, file));
const withOperations = files
  .map((file) => ({ file, operations: operationsIn(file, readFileSync(file, 'utf8')) }))
  .filter(({ operations }) => operations.length > 0);

describe('the contract in the client', () => {
  it('has the operations of the contract: the test finds them', () => {
    expect(withOperations.length).toBeGreaterThan(200);
    expect(withOperations.every(({ operations }) => operations.every(({ summary, permission }) => summary && permission))).toBe(true);
  });

  it('has every field of every operation except those that only the server reads', () => {
    const wrong = withOperations.flatMap(({ file, operations }) => {
      const expected = operations.map((fields) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => !SERVER_FIELDS.includes(name))),
      );
      const actual = operationsIn(file, transformed(file));
      return JSON.stringify(actual) === JSON.stringify(expected) ? [] : [{ file, actual, expected }];
    });
    expect(wrong).toEqual([]);
  });

  it('is unchanged in files without operations', () => {
    const others = files.filter((file) => withOperations.every((one) => one.file !== file));
    expect(others.filter((file) => transformed(file) !== readFileSync(file, 'utf8'))).toEqual([]);
  });
});

describe('the transformation', () => {
  it('leaves out a scope with its own fields and keeps a field of the same name in a schema', () => {
    const code = [
      'export const one = operation({',
      "  name: 'one',",
      "  summary: '一',",
      "  scope: { kind: 'publisher', of: 'bookId' },",
      '  input: z.object({',
      "    scope: z.literal('a'),",
      '  }),',
      '});',
    ].join('\n');
    expect(transformed(path.join(CONTRACT, 'one.ts'), code)).toBe(
      [
        'export const one = operation({',
        "  name: 'one',",
        '',
        '',
        '  input: z.object({',
        "    scope: z.literal('a'),",
        '  }),',
        '});',
      ].join('\n'),
    );
  });

  it('does not touch code outside the contract', () => {
    expect(transform("  summary: '一',", path.join(import.meta.dirname, 'src/app/start.tsx'))).toBeNull();
  });
});
