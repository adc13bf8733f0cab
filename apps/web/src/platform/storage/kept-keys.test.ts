/** `docs/storage.md` tells of every key under which something is kept on a device. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../..');
const told = readFileSync(path.resolve(SOURCES, '../../../docs/storage.md'), 'utf8');

/** A key is written where it is used, or in a constant, a default or a function of the same file. */
const keysIn = (code: string): string[] => {
  const literal = (written: string): string[] => {
    const quoted = /^['`]([\w-]+)/.exec(written)?.[1];
    if (quoted !== undefined) return [quoted];
    const name = /^\w+/.exec(written)?.[0] ?? '';
    const constant = new RegExp(`\\b${name}\\b[^=\\n]*= (?:\\([^)]*\\)[^=]*=> )?['\`]([\\w-]+)`).exec(code)?.[1];
    return constant === undefined ? [`${name} (not found)`] : [constant];
  };
  const calls = /(?:\bstoredValue\(|[sS]torage\.(?:get|set|remove)Item\(|new Dexie\(|super\(|caches\.open\()\s*([^\s,)$][^\s,)]*)/g;
  return Array.from(code.matchAll(calls), ([, written = '']) => written).flatMap(literal);
};

const keysByFile = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
  .filter((file) => !/\.test\.tsx?$|\/testing\/|stored-value\.ts$/.test(file))
  .flatMap((file) => {
    const code = readFileSync(path.join(SOURCES, file), 'utf8');
    return /storedValue\(|Storage|extends Dexie/.test(code) ? keysIn(code).map((key) => [file, key] as const) : [];
  });

test('the keys are found in the code', () => {
  expect(new Set(keysByFile.map(([, key]) => key)).size).toBeGreaterThan(20);
});

test('each stands in the document', () => {
  expect(keysByFile.filter(([, key]) => !told.includes(`\`${key}`))).toEqual([]);
});
