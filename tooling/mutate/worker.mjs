// A vitest worker that runs one test file repeatedly: once to find out which mutants it reaches, or once for each given mutant. Project
// modules are evaluated again in each run, so that no state of the previous mutant remains; packages stay loaded.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { settledPairs } from './results.mjs';

const send = process.send.bind(process);
const on = process.on.bind(process);
const off = process.off.bind(process);
on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const job = JSON.parse(readFileSync(process.env['SHUFANG_MUTATION_JOB'], 'utf8'));
const write = (line) => appendFileSync(job.out, `${JSON.stringify(line)}\n`);

/** Memory of this process in bytes above which a new process is cheaper than continuing with this one. */
const MEMORY_MAX = 1_600_000_000;

/** Global object with which Stryker's instrumented code reads the active mutant and counts reached mutants. */
const stryker = {};
Object.assign(globalThis, { ['__stryker__']: stryker });
const newRun = (more) => ({ covers: false, failure: undefined, failedTests: [], tests: 0, isWanted: () => true, ...more });

const runOnce = async (state, traces, run) => {
  globalThis.shufangMutation = run;
  const began = performance.now();
  state.durations.prepare = 0;
  // With isolation, every run evaluates the project modules again.
  state.config.isolate = true;
  state.ctx.config.isolate = true;
  await runBaseTests('run', state, traces);
  return performance.now() - began;
};

/** Returns which mutants each test of the file reaches, and how often. */
const cover = async (state, traces, file) => {
  write({ kind: 'begin', file });
  stryker.activeMutant = undefined;
  // The instrumented code holds a reference to this object, so it is emptied and not replaced.
  stryker.mutantCoverage ??= {};
  Object.assign(stryker.mutantCoverage, { static: {}, perTest: {} });
  const run = newRun({ covers: true });
  await runOnce(state, traces, run);
  const { perTest, static: always } = stryker.mutantCoverage;
  Object.assign(stryker.mutantCoverage, { static: {}, perTest: {} });
  // The file runs once more, which gives its run time without the time to load packages.
  const again = newRun({ isWanted: (test) => !run.failedTests.includes(test) });
  const ms = await runOnce(state, traces, again);
  const hits = {};
  /** Indexes of the tests that reach each mutant; `"all"` if it is reached outside of a test. */
  const by = {};
  for (const [test, counts] of Object.entries(perTest)) {
    if (run.failedTests.includes(Number(test))) continue;
    for (const [id, count] of Object.entries(counts)) {
      hits[id] = (hits[id] ?? 0) + count;
      by[id] = [...(by[id] ?? []), Number(test)];
    }
  }
  for (const [id, count] of Object.entries(always)) {
    hits[id] = (hits[id] ?? 0) + count;
    by[id] = 'all';
  }
  const unsound = again.failure === undefined ? undefined : `${again.failure}: ${again.firstError}`;
  write({ kind: 'cover', file, ms, tests: run.tests, failedTests: run.failedTests, unsound, hits, by });
};

/** Run time of a test file above which only the tests that reach the mutant are run, provided that they pass on their own. */
const WHOLE_FILE_MS = 3_000;

/**
 * Runs the file once more without a mutant. If a test fails now, the state of this process makes tests fail, and its results for the file
 * are discarded.
 */
const control = async (state, traces, file) => {
  const { failedTests } = job.files[file];
  write({ kind: 'begin', file });
  const run = newRun({ isWanted: (test) => !failedTests.includes(test) });
  await runOnce(state, traces, run);
  write({ kind: 'control', file, process: process.pid, failure: run.failure, error: run.firstError?.slice(0, 300) });
};

const judge = async (state, traces, file) => {
  const passAlone = new Map();
  const work = job.files[file];
  const seconds = work.ms / 1000;
  // Tests get a time limit, because one may wait in vain for something that a mutant has removed. A busy machine may take five times as
  // long.
  state.config.testTimeout = Math.ceil(8_000 + seconds * 5_000);
  state.config.hookTimeout = state.config.testTimeout;
  const settled = settledPairs(job.out);
  for (const { id, key, by, hits } of work.mutants) {
    if (settled.isKilled(key) || settled.isJudged(file, key)) continue;
    write({ kind: 'begin', file, key });
    let tests = work.ms > WHOLE_FILE_MS && by !== 'all' ? new Set(by) : undefined;
    if (tests !== undefined) {
      const choice = by.join();
      if (!passAlone.has(choice)) {
        const control = newRun({ isWanted: (test) => tests.has(test) });
        await runOnce(state, traces, control);
        passAlone.set(choice, control.failure === undefined);
      }
      if (!passAlone.get(choice)) tests = undefined;
    }
    // In a control run no mutant has this id, so a failure is not caused by a mutant.
    stryker.activeMutant = job.isControl ? 'none' : id;
    stryker.hitCount = 0;
    stryker.hitLimit = Math.max(20_000, hits * 100);
    const run = newRun({ isWanted: (test) => !work.failedTests.includes(test) && (tests === undefined || tests.has(test)) });
    await runOnce(state, traces, run);
    stryker.activeMutant = undefined;
    write({ kind: 'end', file, key, process: process.pid, killedBy: run.failure, error: run.firstError?.slice(0, 300) });
    if (process.memoryUsage().rss > MEMORY_MAX) {
      await control(state, traces, file);
      write({ kind: 'full' });
      return;
    }
  }
  await control(state, traces, file);
  write({ kind: 'done', file });
};

init({
  post: (message) => send(message),
  on: (callback) => on('message', callback),
  off: (callback) => off('message', callback),
  teardown: () => process.removeAllListeners('message'),
  setup: setupEnvironment,
  collectTests: async () => undefined,
  runTests: async (state, traces) => {
    const specifications = state.ctx.files;
    for (const specification of specifications) {
      const file = path.relative(job.root, specification.filepath).split(path.sep).join('/');
      state.ctx.files = [specification];
      await (job.mode === 'cover' ? cover : judge)(state, traces, file);
    }
  },
});
