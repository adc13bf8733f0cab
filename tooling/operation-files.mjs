// Counts the operations of the contract that have a use case and a test in files of their own name: `node tooling/operation-files.mjs
// [--list]`. `project-rules.mjs` reports every operation without them. An operation that needs no file of its own is listed with its reason
// in `operation-files.exceptions.json`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './runtime.mjs';

/** Returns every operation that a file of the contract declares, with its slice and the names of the files it needs. */
export const findOperations = (files, read) =>
  files.flatMap((file) => {
    const [, slice, base] = /^packages\/contract\/src\/([^/]+)\/([^/]+)\.ts$/.exec(file) ?? [];
    if (slice === undefined || base.endsWith('.test')) return [];
    return [...read(file).matchAll(/^export const (\w+) = (?:operation|rawOperation)\(/gm)].map(([, name]) => ({
      name,
      slice,
      contractFile: base,
      file: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    }));
  });

/** Returns the kinds of files that each operation lacks: `contract`, `useCase`, `test`. Operations among the exceptions lack nothing. */
export const lackingFiles = (operations, files, exceptions = {}) => {
  const names = (pattern) => new Set(files.filter((file) => pattern.test(file)).map((file) => path.basename(file)));
  const sources = names(/^apps\/server\/src\/features\/.+\.ts$/);
  const tests = names(/^apps\/server\/src\/.+\.test\.ts$/);
  return operations.map(({ name, slice, contractFile, file }) => {
    const isExcepted = name in exceptions;
    return {
      name,
      slice,
      file,
      lacks: [
        ...(contractFile === file ? [] : ['contract']),
        ...(isExcepted || sources.has(`${file}.ts`) ? [] : ['useCase']),
        ...(isExcepted || tests.has(`${file}.test.ts`) ? [] : ['test']),
      ],
    };
  });
};

const withFile = (operations, kind) => operations.filter(({ lacks }) => !lacks.includes(kind)).length;

/** Returns a finding for each missing file, each operation outside a contract file of its name, and each useless exception. */
export const operationFindings = (files, read) => {
  const exceptions = JSON.parse(read('tooling/operation-files.exceptions.json'));
  const operations = lackingFiles(findOperations(files, read), files, exceptions);
  const adviceOf = ({ slice, file }) => ({
    contract: `应单独声明在 packages/contract/src/${slice}/${file}.ts`,
    useCase: `缺少用例文件 apps/server/src/features/${slice}/…/${file}.ts`,
    test: `缺少测试文件 apps/server/src/features/${slice}/…/${file}.test.ts`,
  });
  const findings = operations.flatMap((operation) => operation.lacks.map((kind) => `操作 ${operation.name} ${adviceOf(operation)[kind]}`));
  const known = new Set(operations.map(({ name }) => name));
  for (const [name, reason] of Object.entries(exceptions))
    if (!known.has(name) || typeof reason !== 'string' || reason === '')
      findings.push(`tooling/operation-files.exceptions.json：${name} 不是操作，或没有写明理由`);
  return findings;
};

const print = () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  })
    .split('\n')
    .filter(Boolean);
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const operations = lackingFiles(findOperations(files, read), files, JSON.parse(read('tooling/operation-files.exceptions.json')));
  const row = (label, of) => {
    const count = (kind) => `${withFile(of, kind)}`.padStart(4);
    console.log(`${label.padEnd(18)}${String(of.length).padStart(4)} operations${count('useCase')} use cases${count('test')} tests`);
  };
  for (const slice of [...new Set(operations.map((operation) => operation.slice))].toSorted()) {
    const own = operations.filter((operation) => operation.slice === slice);
    row(slice, own);
    if (process.argv.includes('--list'))
      for (const { name, lacks } of own) console.log(`  ${name}${lacks.map((kind) => ` no ${kind}`).join('')}`);
  }
  row('all', operations);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) print();
