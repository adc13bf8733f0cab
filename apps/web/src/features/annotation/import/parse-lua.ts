/** Reads the data that KOReader writes as Lua: `return { ["key"] = value, … }` with strings, numbers, booleans and tables. Runs nothing. Pure. */

export type LuaValue = string | number | boolean | undefined | LuaTable;
export type LuaTable = ReadonlyMap<string | number, LuaValue>;

const DEPTH_MAX = 32;
const VALUES_MAX = 400_000;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '\n': '\n',
  a: '',
  b: '',
  f: '',
  v: '',
};

class NotLuaError extends Error {}

/** Returns the table of a file; undefined if it is no such file, or nested too deeply. */
export const parseLua = (source: string): LuaTable | undefined => {
  let at = 0;
  let values = 0;
  const skipSpace = (): void => {
    const space = /(?:\s+|--[^\n]*)*/y;
    space.lastIndex = at;
    space.exec(source);
    at = space.lastIndex;
  };
  const take = (pattern: RegExp): string | undefined => {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = at;
    const match = sticky.exec(source)?.[0];
    if (match !== undefined) at += match.length;
    return match;
  };
  const expect = (character: string): void => {
    skipSpace();
    if (source[at] !== character) throw new NotLuaError();
    at += 1;
  };
  const readString = (quote: string): string => {
    let text = '';
    // Bytes of an escaped UTF-8 character, `\228\189\160`.
    let bytes: number[] = [];
    const flush = (): void => {
      if (bytes.length > 0) text += new TextDecoder().decode(new Uint8Array(bytes));
      bytes = [];
    };
    at += 1;
    while (at < source.length && source[at] !== quote) {
      if (source[at] !== '\\') {
        flush();
        text += take(/[^\\"']+|["']/) ?? '';
        continue;
      }
      at += 1;
      const code = take(/\d{1,3}/);
      if (code !== undefined) bytes.push(Number(code) & 0xff);
      else {
        flush();
        text += ESCAPES[source[at] ?? ''] ?? source[at] ?? '';
        at += 1;
      }
    }
    if (source[at] !== quote) throw new NotLuaError();
    flush();
    at += 1;
    return text;
  };
  const readValue = (depth: number): LuaValue => {
    skipSpace();
    values += 1;
    if (values > VALUES_MAX) throw new NotLuaError();
    const next = source[at] ?? '';
    if (next === '{') return readTable(depth + 1);
    if (next === '"' || next === "'") return readString(next);
    const word = take(/[A-Za-z_]\w*/);
    if (word !== undefined) {
      if (!['true', 'false', 'nil'].includes(word)) throw new NotLuaError();
      return word === 'nil' ? undefined : word === 'true';
    }
    const number = take(/-?(?:0x[\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)/);
    if (number === undefined) throw new NotLuaError();
    return Number(number);
  };
  const readTable = (depth: number): LuaTable => {
    if (depth > DEPTH_MAX) throw new NotLuaError();
    const table = new Map<string | number, LuaValue>();
    let position = 1;
    expect('{');
    skipSpace();
    while (source[at] !== '}') {
      let key: string | number | undefined;
      if (source[at] === '[') {
        at += 1;
        const read = readValue(depth);
        if (typeof read !== 'string' && typeof read !== 'number') throw new NotLuaError();
        key = read;
        expect(']');
        expect('=');
      } else if (/^[A-Za-z_]\w*\s*=(?!=)/.test(source.slice(at, at + 200))) {
        key = take(/[A-Za-z_]\w*/) ?? '';
        expect('=');
      }
      table.set(key ?? position++, readValue(depth));
      skipSpace();
      if (source[at] === ',' || source[at] === ';') at += 1;
      else if (source[at] !== '}') throw new NotLuaError();
      skipSpace();
    }
    at += 1;
    return table;
  };
  try {
    skipSpace();
    if (take(/return\b/) === undefined) return undefined;
    const value = readValue(0);
    return value instanceof Map ? value : undefined;
  } catch (error) {
    if (error instanceof NotLuaError) return undefined;
    throw error;
  }
};
