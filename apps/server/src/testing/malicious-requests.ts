/**
 * Generates valid, nearly valid and malicious requests for an operation of the OpenAPI document. The same seed generates the same requests.
 */
import fc from 'fast-check';
import type { DescribedCall, JsonSchema } from './wire-fixture.ts';

export interface HostileRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: Buffer | undefined;
}

/** A source of pseudorandom numbers with one seed. */
export interface Dice {
  /** Returns an integer from 0 to `sides` - 1. */
  roll(sides: number): number;
  pick<T>(choices: readonly T[]): T;
}

export const createDice = (seed: number): Dice => {
  // The generator of pseudorandom numbers is the algorithm mulberry32, which is short and gives the same numbers on every machine.
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (sides: number): number => Math.floor(next() * sides);
  return { roll, pick: <T>(choices: readonly T[]) => choices[roll(choices.length)] as T };
};

const nested = (depth: number): unknown => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth));

const HOSTILE_VALUES: readonly unknown[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e反',
  '😀'.repeat(40),
  'x'.repeat(5_000),
  '长'.repeat(300),
  "' or 1=1; drop table user_account --",
  '../../../etc/passwd',
  '%00%ff',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '9'.repeat(400),
  '1e999',
  'NaN',
  '-1',
  '0x10',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  true,
  null,
  [],
  [[]],
  {},
  { toString: 1, constructor: 1 },
  ['a', 1, null],
  Array.from({ length: 1_100 }, () => 0),
  nested(40),
];

const patterned = new Map<string, readonly string[]>();
const makeTexts = (pattern: string): readonly string[] =>
  // fast-check cannot generate texts for patterns with lookahead or lookbehind, so such a pattern gets fixed texts.
  /\(\?[=!<]/.test(pattern) ? ['读者', 'reader', '1'] : fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 7, numRuns: 8 });

/** Returns texts that match a pattern. */
const textsOf = (pattern: string): readonly string[] => {
  const known = patterned.get(pattern) ?? makeTexts(pattern);
  patterned.set(pattern, known);
  return known;
};

const listOf = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? (value as JsonSchema[]) : []);
const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** Values of the test data that are valid, by field name. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Returns a value that the schema allows, or one that is nearly allowed. */
const validValue = (dice: Dice, schema: JsonSchema, name: string, known: KnownValues): unknown => {
  const meaningful = known[name];
  if (meaningful !== undefined && dice.roll(3) > 0) return dice.pick(meaningful);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return dice.pick(schema['enum'] as unknown[]);
  const choices = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (choices.length > 0) return validValue(dice, dice.pick(choices), name, known);
  switch (schema['type']) {
    case 'object':
      return validObject(dice, schema, known);
    case 'array':
      return Array.from({ length: dice.roll(4) }, () => validValue(dice, (schema['items'] ?? {}) as JsonSchema, name, known));
    case 'integer':
    case 'number': {
      const least = Math.max(numberOf(schema['minimum'], 0), -1_000);
      return least + dice.roll(Math.min(numberOf(schema['maximum'], least + 200), least + 2_000) - least + 1);
    }
    case 'boolean':
      return dice.roll(2) === 1;
    case 'null':
      return null;
    case 'string': {
      if (typeof schema['pattern'] === 'string') return dice.pick(textsOf(schema['pattern']));
      const length = Math.max(numberOf(schema['minLength'], 0), dice.roll(Math.min(numberOf(schema['maxLength'], 40), 40) + 1));
      return dice.pick(['学', 'a', '7', '论语 ']).repeat(40).slice(0, length);
    }
    default:
      return dice.pick(HOSTILE_VALUES);
  }
};

const validObject = (dice: Dice, schema: JsonSchema, known: KnownValues): Record<string, unknown> => {
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as string[]) : []);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return Object.fromEntries(
    properties.flatMap(([name, each]) => (required.has(name) || dice.roll(2) === 1 ? [[name, validValue(dice, each, name, known)]] : [])),
  );
};

/** Makes one field of a request invalid: removes it, changes its type, makes it too long, or adds an unknown field. */
const spoil = (dice: Dice, value: Record<string, unknown>): Record<string, unknown> => {
  const names = Object.keys(value);
  const name = names.length === 0 ? 'unknown' : dice.pick(names);
  switch (dice.roll(4)) {
    case 0: {
      const { [name]: _, ...rest } = value;
      return rest;
    }
    case 1:
      return { ...value, [dice.pick(['unknown', 'isAdmin', 'role', 'userId', 'toString', '长'.repeat(80)])]: dice.pick(HOSTILE_VALUES) };
    default:
      return { ...value, [name]: dice.pick(HOSTILE_VALUES) };
  }
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const formOf = (fields: Record<string, unknown>, dice: Dice): string => {
  const pairs = Object.entries(fields).flatMap(([name, value]) => {
    const pair = `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(value).toWellFormed())}`;
    return dice.roll(12) === 0 ? [pair, pair] : [pair];
  });
  if (dice.roll(15) === 0)
    pairs.push(dice.pick(['__proto__=1', '__proto__[a]=1', 'constructor=1', '%', '%ff=%fe', 'a[]=1&a[]=2', '=', '&&&']));
  return pairs.join('&');
};

const BROKEN_BODIES: readonly string[] = [
  '{"tel":',
  '{',
  '[]',
  '[{}]',
  '"text"',
  '0',
  'null',
  '',
  '\ufeff{}',
  '{"a":1e99999}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"a":{"__proto__":null}}',
  '{"tel":"\\ud800"}',
  `${'['.repeat(40)}${']'.repeat(40)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
];
const CONTENT_TYPES: readonly string[] = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=gbk',
  'application/octet-stream',
  'application/x-www-form-urlencoded; charset=utf-16',
  'image/png',
  '/',
  'application/json;;;',
];
const multipart = (dice: Dice, fields: Record<string, unknown>): string => {
  const part = (disposition: string, body: string) => `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`;
  const parts = Object.entries(fields).map(([name, value]) =>
    part(`name="${name.replaceAll(/["\r\n]/g, '')}"`, textOf(value).toWellFormed()),
  );
  const file = part(
    `name="${dice.pick(['file', 'other', '__proto__', ''])}"; filename="${dice.pick(['a.epub', '../../x', '名.txt', ''])}"`,
    dice.pick(['', 'PK\u0003\u0004', '%PDF-1.7', 'text']),
  );
  return `${parts.join('')}${dice.roll(4) === 0 ? '' : file}${dice.roll(6) === 0 ? '' : '--x--\r\n'}`;
};

const bodyOf = (dice: Dice, call: DescribedCall, fields: Record<string, unknown>): { type: string | undefined; payload: Buffer } => {
  const isForm = call.body?.['multipart/form-data'] !== undefined;
  const json = { type: 'application/json', payload: Buffer.from(JSON.stringify(fields)) };
  switch (dice.roll(12)) {
    case 0:
      return { type: dice.pick([...CONTENT_TYPES, undefined]), payload: json.payload };
    case 1:
      return { type: 'application/json', payload: Buffer.from(dice.pick(BROKEN_BODIES)) };
    case 2:
      return {
        type: 'application/json',
        payload: Buffer.concat([json.payload.subarray(0, -1), Buffer.from([0xff, 0xfe, 0x80]), json.payload.subarray(-1)]),
      };
    case 3: {
      const [first = '"a":1'] = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
      return { type: 'application/json', payload: Buffer.from(`{${first},${first}}`) };
    }
    case 4:
    case 5:
      return { type: 'application/x-www-form-urlencoded', payload: Buffer.from(formOf(fields, dice)) };
    case 6:
      return { type: 'multipart/form-data; boundary=x', payload: Buffer.from(multipart(dice, fields)) };
    default:
      return isForm ? { type: 'multipart/form-data; boundary=x', payload: Buffer.from(multipart(dice, fields)) } : json;
  }
};

const HOSTILE_HEADERS: readonly Record<string, string>[] = [
  { 'x-device-code': 'fridge' },
  { 'x-device-code': '' },
  { 'x-device-id': '../../etc' },
  { 'x-device-id': 'x'.repeat(3_000) },
  { 'x-op-id': 'short' },
  { 'x-op-id': 'a-name-used-by-everybody' },
  { authorization: 'dp-token' },
  { authorization: 'dp-token x' },
  { authorization: `dp-token ${'A'.repeat(6_000)}` },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { 'content-encoding': 'gzip' },
  { 'content-length': '3' },
  { accept: 'text/html' },
  { range: 'bytes=9-1' },
  { 'x-forwarded-for': '10.0.0.1, x' },
  { 'if-none-match': '*' },
];
const OTHER_METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST'] as const;

/** Returns one request for `call`; about a third of them are valid. */
export const aRequest = (dice: Dice, call: DescribedCall, known: KnownValues): HostileRequest => {
  const schema = Object.values(call.body ?? {})[0];
  const query = call.parameters.filter((parameter) => parameter.in === 'query');
  const inPath = call.parameters.filter((parameter) => parameter.in === 'path');
  const asked: JsonSchema = schema ?? {
    type: 'object',
    properties: Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema])),
    required: query.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  };
  const whole = validValue(dice, asked, '', known);
  const valid = typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? (whole as Record<string, unknown>) : {};
  const fields = dice.roll(3) === 0 ? valid : spoil(dice, valid);
  let path = call.path;
  for (const { name, schema: each } of inPath) {
    const value = textOf(dice.roll(2) === 0 ? validValue(dice, each, name, known) : dice.pick(HOSTILE_VALUES)).toWellFormed();
    path = path.replace(`{${name}}`, () =>
      dice.pick([encodeURIComponent(value).slice(0, 6_000), encodeURIComponent(value).slice(0, 40), '%', '%ff']),
    );
  }
  path = path.replaceAll('{*}', () => dice.pick(['x', '../x', '%2e%2e/x', 'a/b/c']));
  const method = dice.roll(20) === 0 ? dice.pick(OTHER_METHODS) : call.method;
  const headers: Record<string, string> = dice.roll(10) === 0 ? { ...dice.pick(HOSTILE_HEADERS) } : {};
  if (call.method === 'GET') {
    const search = formOf(fields, dice);
    return { method, url: search === '' ? path : `${path}?${search}`, headers, payload: undefined };
  }
  const { type, payload } = bodyOf(dice, call, fields);
  return { method, url: path, headers: type === undefined ? headers : { 'content-type': type, ...headers }, payload };
};
