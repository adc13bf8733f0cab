/** Checks that every operation has a file of the same name, and that every admin operation has a scope. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as contract from './index.ts';
import { isOperation, isRawOperation } from './index.ts';

const exported = Object.entries<unknown>(contract).filter(([, value]) => isOperation(value) || isRawOperation(value)) as [
  string,
  contract.Operation | contract.RawOperation,
][];
const files = new Set(globSync('**/*.ts', { cwd: import.meta.dirname }).map((file) => path.basename(file, '.ts')));
const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('an operation is exported under its name and declared in a file of that name', () => {
  expect(exported.length).toBeGreaterThan(240);
  expect(exported.filter(([name, operation]) => operation.name !== name).map(([name]) => name)).toEqual([]);
  expect(exported.filter(([name]) => !files.has(kebabCase(name))).map(([name]) => name)).toEqual([]);
});

test('an operation under /api/admin has a scope', () => {
  const admin = exported.filter(([, operation]) => operation.path.startsWith('/api/admin/'));
  expect(admin.length).toBeGreaterThan(80);
  expect(admin.filter(([, { scope }]) => scope === undefined).map(([name]) => name)).toEqual([]);
});
