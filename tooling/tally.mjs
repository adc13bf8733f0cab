// Counts the results of a vitest run, and formats the summary line of `check` and `test`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './runtime.mjs';

/**
 * Returns the minimum number of tests and test files of each project. Raise it with new tests; a commit that lowers it states the reason.
 */
export const readFloor = () => JSON.parse(readFileSync(path.join(root, 'tooling', 'test-floor.json'), 'utf8'));

/**
 * Returns the passed, failed and skipped tests of vitest's JSON report, and the problems of the run itself: a file that could not be
 * loaded, fewer tests or files than the minimum of `projects`, a run that failed without a failed test.
 */
export const tallyOf = (report, { ok, projects, floor }) => {
  const findings = [];
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  for (const file of broken) findings.push(`${file.name} 没有能载入`);
  const skipped = report.numPendingTests + report.numTodoTests;
  if (floor !== undefined) {
    const least = projects.reduce(
      (sum, project) => ({ files: sum.files + floor[project].files, tests: sum.tests + floor[project].tests }),
      { files: 0, tests: 0 },
    );
    const files = report.testResults.length;
    // Skipped tests count towards the minimum, because they exist.
    const tests = report.numPassedTests + report.numFailedTests + skipped;
    const named = projects.join('、');
    if (files < least.files) findings.push(`${named} 只有 ${files} 个测试文件，至少应有 ${least.files} 个（tooling/test-floor.json）`);
    if (tests < least.tests) findings.push(`${named} 只有 ${tests} 项测试，至少应有 ${least.tests} 项（tooling/test-floor.json）`);
  }
  // The run failed without a failed test, for example because of an unhandled rejection, so it must not pass.
  if (!ok && report.numFailedTests === 0 && findings.length === 0) findings.push('测试都通过了，运行本身却失败了');
  return { passed: report.numPassedTests, failed: report.numFailedTests + findings.length, skipped, findings };
};

/** Returns the duration of each test file in seconds by its path, the slowest first. */
export const durationsOf = (report, root) =>
  Object.fromEntries(
    report.testResults
      .map(({ name, startTime, endTime }) => [path.relative(root, name), Math.round((endTime - startTime) / 100) / 10])
      .sort(([, a], [, b]) => b - a),
  );

/** Returns the slowest test files of a step on one line; empty if none took a second. */
export const slowestOf = (durations, count = 5) =>
  Object.entries(durations)
    .filter(([, seconds]) => seconds >= 1)
    .slice(0, count)
    .map(([file, seconds]) => `${file} ${seconds.toFixed(1)} 秒`)
    .join('，');

/** Returns the summary line of a run. */
export const closingLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
