// Runs the tests of one file as vitest does, and reports to the mutation worker which mutants they reached and whether one failed. Runs
// inside a vitest worker.
import { TestRunner } from 'vitest';

// Global object with which Stryker's instrumented code reads the active mutant and counts reached mutants.
const STRYKER = '__stryker__';

const failed = (task) => task.result?.state === 'fail';
/** Returns the first test or suite that failed. */
const firstFailure = (tasks) => {
  for (const task of tasks) {
    const inner = task.tasks ? firstFailure(task.tasks) : undefined;
    if (inner !== undefined) return inner;
    if (failed(task)) return task;
  }
  return undefined;
};

export default class MutationRunner extends TestRunner {
  #run = globalThis.shufangMutation;
  #index = 0;

  async onBeforeRunTask(test) {
    const index = this.#index++;
    const run = this.#run;
    if (!run.isWanted(index)) test.mode = 'skip';
    if (run.failure !== undefined) this.cancelRun = true;
    await super.onBeforeRunTask(test);
    if (run.covers) globalThis[STRYKER].currentTestId = String(index);
  }

  onAfterRunTask(test) {
    if (failed(test)) {
      this.#run.failure ??= test.name;
      if (this.#run.covers) this.#run.failedTests.push(this.#index - 1);
      // The run is stopped, because one failed test is enough to kill the mutant.
      else this.cancelRun = true;
    }
    delete globalThis[STRYKER].currentTestId;
    super.onAfterRunTask(test);
  }

  onAfterRunFiles(files) {
    const failure = firstFailure(files);
    if (failure !== undefined) this.#run.failure ??= failure.name === '' ? 'the file itself' : failure.name;
    this.#run.firstError ??= failure?.result?.errors?.[0]?.message;
    this.#run.tests = this.#index;
    super.onAfterRunFiles(files);
  }
}
