/** Checks that `docs/storage.md` lists every storage key of the client. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../..');
const document = readFileSync(path.resolve(SOURCES, '../../../docs/storage.md'), 'utf8');

/**
 * Returns the storage keys in the source text of a file. Each key is written as a literal where it is used, or in a constant, a default
 * value or a function of that file, or of a file beside it, whose text is in `beside`.
 */
const keysIn = (code: string, beside: string): string[] => {
  const literal = (written: string): string[] => {
    const quoted = /^['`]([\w-]+)/.exec(written)?.[1];
    if (quoted !== undefined) return [quoted];
    const name = /^\w+/.exec(written)?.[0] ?? '';
    const definition = new RegExp(`\\b${name}\\b[^=\\n]*= (?:\\([^)]*\\)[^=]*=> )?['\`]([\\w-]+)`);
    const constant = (definition.exec(code) ?? definition.exec(beside))?.[1];
    return constant === undefined ? [`${name} (not found)`] : [constant];
  };
  const calls =
    /(?:\b(?:storedValue|findEntry|storeEntry)\(|[sS]torage\.(?:get|set|remove)Item\(|new Dexie\(|super\(|caches\.open\()\s*([^\s,)$][^\s,)]*)/g;
  return Array.from(code.matchAll(calls), ([, written = '']) => written).flatMap(literal);
};

const keysByFile = globSync('**/*.{ts,tsx}', { cwd: SOURCES })
  .filter((file) => !/\.test\.tsx?$|\/testing\/|stored-(?:entry|value)\.ts$/.test(file))
  .flatMap((file) => {
    const code = readFileSync(path.join(SOURCES, file), 'utf8');
    if (!/storedValue\(|Entry\(|Storage|extends Dexie/.test(code)) return [];
    const imported = Array.from(code.matchAll(/from '(\.\/[\w-]+\.ts)'/g), ([, name = '']) => path.join(path.dirname(file), name));
    const beside = imported.map((other) => readFileSync(path.join(SOURCES, other), 'utf8')).join('\n');
    return keysIn(code, beside).map((key) => [file, key] as const);
  });

test('the storage keys are found in the code', () => {
  expect(new Set(keysByFile.map(([, key]) => key)).size).toBeGreaterThan(20);
});

test('each storage key is listed in the document', () => {
  expect(keysByFile.filter(([, key]) => !document.includes(`\`${key}`))).toEqual([]);
});
