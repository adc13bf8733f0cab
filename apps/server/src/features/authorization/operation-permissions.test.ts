/**
 * Every operation has a test of who may call it and in which scope (`testing/test-access.ts`), in the test file of its name if there is one.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../testing/test-access.ts';

const source = path.resolve(import.meta.dirname, '../..');
const testFiles = globSync('**/*.test.ts', { cwd: source });
const CALL = /^testAccess\(\s*'(?<name>\w+)',\s*(?:'[\w ]+'|\[[^\]]*\])(?:,\s*'(?<scope>[\w: ]+)')?,?\s*\);/gm;
const tested = testFiles.flatMap((file) =>
  [...readFileSync(path.join(source, file), 'utf8').matchAll(CALL)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    scope: groups?.['scope'],
    file: path.basename(file, '.test.ts'),
  })),
);
const fileNameOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('the access to each operation of the contract is tested once', () => {
  expect(tested.map(({ name }) => name).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

test('the access to an operation is tested in the test file of its name', () => {
  const files = new Set(testFiles.map((file) => path.basename(file, '.test.ts')));
  expect(tested.filter(({ name, file }) => files.has(fileNameOf(name)) && file !== fileNameOf(name))).toEqual([]);
});

test('the operations of the admin area have scopes', () => {
  expect(operations.filter(({ path: url }) => url.startsWith('/api/admin/')).length).toBeGreaterThan(50);
  expect(tested.filter(({ scope }) => scope !== undefined).length).toBeGreaterThan(80);
});
