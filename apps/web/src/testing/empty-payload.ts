/**
 * Builds the smallest payload that a schema accepts: empty lists, zeros, empty texts, no optional fields. Component tests show empty states
 * with it.
 */
import { z } from 'zod';

/** The parts of zod's schema definition that this module reads. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly options?: readonly Schema[];
  readonly items?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly getter?: () => Schema;
}

type Schema = z.ZodType & { readonly def: Definition };

/** Texts that are tried in this order: the first one that the checks of the schema accept is used. */
const TEXTS = [
  '',
  '0',
  '文',
  'q1',
  '0'.repeat(26),
  '0'.repeat(20),
  '1.0.0',
  '2026-01-01',
  '202601',
  '2026-01',
  'https://example.org/',
  '13800000000',
  'a@example.org',
  '0'.repeat(43),
  '0'.repeat(64),
];
const NUMBERS = [0, 1, 100];
/** Lengths that are tried for a list which must not be empty. */
const LENGTHS = [1, 5, 7];

const firstAccepted = (schema: Schema, candidates: readonly unknown[]): unknown =>
  candidates.find((candidate) => schema.safeParse(candidate).success) ?? candidates[0];

const emptyObject = (shape: Readonly<Record<string, Schema>>): object =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const value = emptyValue(schema);
      return value === undefined ? [] : [[name, value]];
    }),
  );

const builders: Readonly<Record<string, (def: Definition, schema: Schema) => unknown>> = {
  object: ({ shape = {} }) => emptyObject(shape),
  array: ({ element }, schema) => {
    // If the list may be empty, no element is built. That also ends the recursion of a schema that contains itself.
    if (element === undefined || schema.safeParse([]).success) return [];
    const item = emptyValue(element);
    return firstAccepted(
      schema,
      LENGTHS.map((length) => Array.from({ length }, () => item)),
    );
  },
  tuple: ({ items = [] }) => items.map(emptyValue),
  // A record whose keys are an enumeration needs all of its keys.
  record: ({ keyType, valueType }) =>
    Object.fromEntries(Object.values(keyType?.def.entries ?? {}).map((key) => [key, valueType && emptyValue(valueType)])),
  string: (_, schema) => firstAccepted(schema, TEXTS),
  number: (_, schema) => firstAccepted(schema, NUMBERS),
  boolean: () => false,
  enum: ({ entries = {} }) => Object.values(entries)[0],
  literal: ({ values = [] }) => values[0],
  union: ({ options = [] }) => options[0] && emptyValue(options[0]),
  lazy: ({ getter }) => getter && emptyValue(getter()),
  optional: () => undefined,
  default: () => undefined,
  catch: () => undefined,
  nullable: () => null,
  null: () => null,
  // A pipe that begins with a transformation describes a preprocessed value; its second schema is the one to build.
  pipe: ({ in: first, out }) => (first?.def.type === 'transform' ? out && emptyValue(out) : first && emptyValue(first)),
};

const emptyValue = (schema: Schema): unknown => {
  const { def } = schema;
  return builders[def.type]?.(def, schema);
};

/** Returns the smallest value that `schema` accepts. Throws with the validation error when it finds none. */
export const emptyPayload = (schema: z.ZodType): unknown => {
  const value = emptyValue(schema as Schema);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`no empty payload found: ${JSON.stringify(parsed.error.issues)}`);
  return value;
};
