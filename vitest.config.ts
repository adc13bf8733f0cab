/**
 * The test projects. The project of a test file follows from its name and text: `*.browser.test.ts` drive Chromium, `*.desktop.test.ts`
 * the desktop client on a real Electron, `*.corpus.test.ts` read real books, files that create a database are `database`, files that start
 * servers or isolated processes or replace modules are `process`, the rest is `unit` (run by `npm run check`). `external` holds the database
 * tests whose result can depend on the PostgreSQL server: they also run on an external one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirstSequencer } from './tooling/longest-first.ts';

type Kind = 'unit' | 'web' | 'database' | 'external' | 'process' | 'corpus' | 'browser' | 'desktop' | 'e2e';

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

const NEEDS_DATABASE =
  /create(?:Test|Empty)Database|create(?:Account|Institution|Order|Verification|Code)Fixture|open(?:Catalog|Class|Gradebook|Help|Question|Release|Report|Royalty|Statistics|Time|UserFiles)Fixture|open\w+Scenario|with\w+(?:Server|Database)|open(?:Test|Import)Server|testIdempotency|requestFixture/;
/**
 * Pattern of the tests that start processes, or replace modules. A replaced module would be replaced, or not, for all files that share the
 * modules of a process.
 */
const NEEDS_OWN_MODULES =
  /embedded-postgres|startProduct\(|startTestRedis|createIsolatedTask|createTypesetter|runConversion\(|node:child_process|vi\.mock\(/;

const kindOf = (file: string): Kind => {
  if (file.startsWith('e2e/')) return 'e2e';
  if (file.includes('.browser.test.')) return 'browser';
  if (file.includes('.desktop.test.')) return 'desktop';
  if (file.includes('.corpus.test.')) return 'corpus';
  if (file.startsWith('apps/web/') || file.startsWith('packages/ui/')) return 'web';
  const text = readFileSync(path.join(root, file), 'utf8');
  return NEEDS_DATABASE.test(text) ? 'database' : NEEDS_OWN_MODULES.test(text) ? 'process' : 'unit';
};

/**
 * Pattern of the database tests whose result may differ between PostgreSQL servers: many concurrent calls, locks, migrations, collation,
 * backup, replicas, events between processes.
 */
const DEPENDS_ON_SERVER =
  /Promise\.all\(\s*Array\.from\(|concurren|-load\.test|postgres-agreement|migrat|collat|backup|pg_notify|for update|advisory|replica/i;

const filesByKind = new Map<Kind, string[]>();
for (const folder of ['apps', 'packages', 'tooling', 'demo', 'bench', 'e2e']) {
  for (const file of testFiles(folder)) filesByKind.set(kindOf(file), [...(filesByKind.get(kindOf(file)) ?? []), file]);
}

filesByKind.set(
  'external',
  (filesByKind.get('database') ?? []).filter((file) => DEPENDS_ON_SERVER.test(`${file} ${readFileSync(path.join(root, file), 'utf8')}`)),
);

/** Browser tests wait for a condition longer than the default of one second: on two busy cores a response can take many seconds. */
const browserExpect = { poll: { timeout: 60_000 } };

/**
 * Environment of the tests that drive Chromium: they use its build without windows where it is installed, because the complete browser needs
 * a sixth more processor time for a journey. `CHROMIUM` names another.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const chromiumEnvironment = process.env['CHROMIUM'] === undefined && existsSync(HEADLESS_SHELL) ? { CHROMIUM: HEADLESS_SHELL } : {};

/** Replaces zod with the small build that the client uses (`apps/web/vite.config.ts`). */
const smallZod = { find: /^zod$/, replacement: path.join(root, 'apps/web/src/platform/schema/zod.ts') };

/**
 * Seed of property tests: a new one in each run, to cover many cases; always the same with `CI` set, so that a landing does not depend on
 * chance. `PROPERTY_SEED` repeats a run.
 */
const LANDING_SEED = '20261123';
if (process.env['PROPERTY_SEED'] === undefined) {
  process.env['PROPERTY_SEED'] = process.env['CI'] === undefined ? String(Math.floor(Math.random() * 2 ** 31)) : LANDING_SEED;
  console.log(`PROPERTY_SEED=${process.env['PROPERTY_SEED']}`);
}
const seedSetup = './tooling/property-seed.ts';

const databaseSetup = './apps/server/src/platform/testing/test-server.ts';
/** For projects whose tests start the server (`startProduct`, `serverArguments`). */
const builtServer = './packages/dev-env/src/build-server.ts';

const databaseTests: TestProjectInlineConfiguration['test'] = {
  environment: 'node',
  isolate: false,
  setupFiles: [seedSetup],
  globalSetup: [builtServer, databaseSetup],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

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
    // A project without a single test file is a mistake in this file.
    passWithNoTests: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      // Timeouts are generous, because tests also run on busy machines. Unit files share a process and its modules, as requests share those
      // of the server; a file must not leave state behind.
      project('unit', { environment: 'node', isolate: false, setupFiles: [seedSetup], testTimeout: 20_000, hookTimeout: 60_000 }),
      // Each file has its own page and its own global objects, as in a browser, in a shared process. The set-up file unmounts the components
      // of a test before the hooks of the test file end its server: a component that is still mounted would call a server that is gone.
      project(
        'web',
        {
          environment: 'jsdom',
          pool: 'vmThreads',
          vmMemoryLimit: '1GB',
          sequence: { hooks: 'list' },
          setupFiles: ['./apps/web/test-setup.ts'],
          testTimeout: 20_000,
        },
        { root, resolve: { alias: [smallZod] } },
      ),
      project('database', databaseTests),
      project('external', databaseTests),
      project('process', {
        environment: 'node',
        setupFiles: [seedSetup],
        globalSetup: [builtServer],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      project('corpus', {
        environment: 'node',
        setupFiles: [seedSetup],
        globalSetup: [databaseSetup],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      // A journey waits for a fifth of its time, so three at a time keep both cores busy.
      project('e2e', {
        environment: 'node',
        env: chromiumEnvironment,
        maxWorkers: 3,
        sequence: { groupOrder: 1 },
        globalSetup: [builtServer, './e2e/src/prepared-products.ts'],
        testTimeout: 400_000,
        hookTimeout: 240_000,
        expect: browserExpect,
      }),
      // Each file starts the client, and some a server: two at a time keep both cores busy.
      project('desktop', {
        environment: 'node',
        maxWorkers: 2,
        sequence: { groupOrder: 2 },
        globalSetup: [builtServer, './apps/desktop/src/testing/prepared-data.ts', './apps/desktop/src/testing/virtual-screen.ts'],
        testTimeout: 400_000,
        hookTimeout: 240_000,
        expect: browserExpect,
      }),
      project('browser', {
        environment: 'node',
        env: chromiumEnvironment,
        testTimeout: 240_000,
        hookTimeout: 240_000,
        fileParallelism: false,
        expect: browserExpect,
      }),
    ],
  },
});
