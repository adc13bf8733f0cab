// Results of a mutation run: one JSON object per line, appended by the workers, so that no result is lost when a worker is killed.
import { existsSync, readFileSync } from 'node:fs';

export const readLines = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/**
 * Returns the killed mutants, and the test files that ran for each mutant. Results of a process in which the tests fail without a mutant
 * are left out.
 */
export const settledPairs = (file) => {
  const killed = new Map();
  const judged = new Set();
  const lines = readLines(file);
  const processOf = (line) => `${line.file}\0${line.process}`;
  const unsound = new Set(lines.filter(({ kind, failure }) => kind === 'control' && failure !== undefined).map(processOf));
  for (const line of lines) {
    if (line.kind !== 'end' || unsound.has(processOf(line))) continue;
    judged.add(`${line.file}\0${line.key}`);
    if (line.killedBy !== undefined) killed.set(line.key, line);
  }
  return {
    killed,
    isKilled: (key) => killed.has(key),
    isJudged: (testFile, key) => judged.has(`${testFile}\0${key}`),
  };
};

/** Returns the number of processes in which the tests of a file failed without a mutant. */
export const failedControls = (lines, file) =>
  lines.filter((line) => line.kind === 'control' && line.failure !== undefined && line.file === file).length;

/** Returns the mutant that a worker was running when it ended, if it did not finish it. */
export const unfinished = (file) => {
  const last = readLines(file).at(-1);
  return last?.kind === 'begin' ? last : undefined;
};
