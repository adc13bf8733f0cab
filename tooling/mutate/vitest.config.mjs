// The configuration of vitest in a mutation run: files are served in their instrumented form, and each test file is run by our worker.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, ForksPoolWorker } from 'vitest/node';

const job = JSON.parse(readFileSync(process.env['SHUFANG_MUTATION_JOB'], 'utf8'));
const { root } = job;
const here = import.meta.dirname;

/** Vitest plugin that serves the instrumented text of a file instead of the file on the disk. */
const mutants = {
  name: 'mutants',
  enforce: 'pre',
  load(id) {
    const file = path.relative(root, id.split('?')[0]).split(path.sep).join('/');
    const instrumented = job.instrumented[file];
    return instrumented === undefined ? null : { code: readFileSync(instrumented, 'utf8'), map: null };
  },
};

class RepeatingWorker extends ForksPoolWorker {
  name = 'repeating';
  entrypoint = path.join(here, 'worker.mjs');
}

/** Runs the test files in the order of the job: fast ones first, because the slow ones skip the mutants that the fast ones kill. */
class InOrder extends BaseSequencer {
  async sort(specifications) {
    const order = Object.keys(job.files).map((file) => path.join(root, file));
    return [...specifications].sort((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId));
  }
}

const shared = {
  pool: { name: 'repeating', createPoolWorker: (options) => new RepeatingWorker(options) },
  runner: path.join(here, 'runner.mjs'),
  isolate: true,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
const isWeb = (file) => file.startsWith('apps/web/') || file.startsWith('packages/ui/');
const tests = Object.keys(job.files);
const projects = [
  {
    test: {
      ...shared,
      name: 'server',
      environment: 'node',
      include: tests.filter((file) => !isWeb(file)),
      globalSetup: [path.join(root, 'apps/server/src/platform/testing/test-server.ts')],
    },
  },
  {
    resolve: { alias: [{ find: /^zod$/, replacement: path.join(root, 'apps/web/src/platform/schema/zod.ts') }] },
    test: {
      ...shared,
      name: 'web',
      environment: 'jsdom',
      include: tests.filter(isWeb),
      setupFiles: [path.join(root, 'apps/web/test-setup.ts')],
    },
  },
].filter(({ test }) => test.include.length > 0);

export default defineConfig({
  root,
  plugins: [mutants],
  test: {
    // The cache is off: it identifies a module by its file on disk, so it would return the uninstrumented module or one with the mutant ids
    // of another run.
    fsModuleCache: false,
    maxWorkers: 1,
    watch: false,
    reporters: [{}],
    sequence: { sequencer: InOrder },
    projects: projects.map((project) => ({ root, ...project })),
  },
});
