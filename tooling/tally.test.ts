import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { closingLine, durationsOf, readFloor, slowestOf, tallyOf } from './tally.mjs';

const passedFile = { name: 'one.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] };
const report = (more: object = {}) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [passedFile, passedFile],
  ...more,
});
const floor = { unit: { files: 1, tests: 3 }, web: { files: 1, tests: 2 } };
const judged = (more?: object, ok = true) => tallyOf(report(more), { ok, projects: ['unit', 'web'], floor });

it('counts passed, failed and skipped tests', () => {
  expect(judged()).toEqual({ passed: 5, failed: 0, skipped: 0, findings: [] });
  expect(judged({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 }, false)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    findings: [],
  });
});

it('fails a run that failed although no test did', () => {
  expect(judged({}, false)).toMatchObject({ passed: 5, failed: 1 });
});

it('fails for each file that could not be loaded', () => {
  const broken = { name: 'broken.test.ts', status: 'failed', assertionResults: [] };
  expect(judged({ testResults: [passedFile, passedFile, broken, broken] }, false)).toMatchObject({ passed: 5, failed: 2 });
});

it('fails when there are fewer tests or files than the minimum', () => {
  expect(judged({ numPassedTests: 4 })).toMatchObject({ failed: 1, findings: [expect.stringContaining('至少应有 5 项')] });
  expect(judged({ testResults: [passedFile] })).toMatchObject({ failed: 1, findings: [expect.stringContaining('至少应有 2 个')] });
  expect(judged({ numPassedTests: 4, numPendingTests: 1 })).toMatchObject({ passed: 4, failed: 0, skipped: 1 });
});

it('requires no minimum for a run of selected files', () => {
  expect(tallyOf(report({ numPassedTests: 0, testResults: [] }), { ok: true, projects: ['web'], floor: undefined })).toMatchObject({
    failed: 0,
  });
});

it('has a minimum for every project', () => {
  for (const { files, tests } of Object.values(readFloor() as Record<string, { files: number; tests: number }>)) {
    expect(files).toBeGreaterThan(0);
    expect(tests).toBeGreaterThanOrEqual(files);
  }
});

it('keeps the duration of each file and names the slowest', () => {
  const testResults = [
    { name: '/project/a.test.ts', startTime: 0, endTime: 940 },
    { name: '/project/b/b.test.ts', startTime: 1_000, endTime: 13_340 },
    { name: '/project/c.test.ts', startTime: 5_000, endTime: 7_000 },
  ];
  const durations = durationsOf({ testResults }, '/project');
  expect(Object.entries(durations)).toEqual([
    ['b/b.test.ts', 12.3],
    ['c.test.ts', 2],
    ['a.test.ts', 0.9],
  ]);
  expect(slowestOf(durations)).toBe('b/b.test.ts 12.3 秒，c.test.ts 2.0 秒');
  expect(slowestOf(durations, 1)).toBe('b/b.test.ts 12.3 秒');
  expect(slowestOf({})).toBe('');
});

it('ends with a line that contains only passed, failed and skipped', () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped');
});

/** Runs the steps in a separate process, because `runSteps` ends its process. */
const runSteps = (steps: string) => {
  const program = `import { commandStep, runSteps } from ${JSON.stringify(path.join(import.meta.dirname, 'steps.mjs'))}; await runSteps(${steps});`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
};
const exits = (code: number) => `commandStep('ends with ${code}', 'node', ['--eval', "console.log('why'); process.exit(${code})"])`;

it('ends with 0 when every step has passed, and does not print their output', () => {
  const { status, lines } = runSteps(`[[${exits(0)}, ${exits(0)}]]`);
  expect(status).toBe(0);
  expect(lines.at(-1)).toBe('2 passed, 0 failed, 0 skipped');
  expect(lines).not.toContain('why');
});

it('ends with 1 when a step has failed, shows what it printed, and runs the groups after it', () => {
  const { status, lines } = runSteps(`[[${exits(3)}], [${exits(0)}]]`);
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
  expect(lines).toContain('why');
});

it('runs the steps of a group at the same time, and the groups one after another', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shufang-steps-'));
  const file = JSON.stringify(path.join(folder, 'written'));
  const step = (name: string, code: string) =>
    `commandStep('${name}', 'node', ['--input-type=module', '--eval', ${JSON.stringify(`import { existsSync, writeFileSync, rmSync } from 'node:fs'; ${code}`)}])`;
  // The first step ends only after the second one has written the file, which a later group deletes.
  const waits = step('waits', `setInterval(() => existsSync(${file}) && process.exit(), 20)`);
  const writes = step('writes', `writeFileSync(${file}, '')`);
  const deletes = step('deletes', `rmSync(${file})`);
  const { lines } = runSteps(`[[${waits}, ${writes}], [${deletes}]]`);
  expect(lines.at(-1)).toBe('3 passed, 0 failed, 0 skipped');
  rmSync(folder, { recursive: true });
});

it('counts a missing program as a failure', () => {
  const { status, lines } = runSteps(`[[commandStep('none', 'no-such-program-anywhere', [])]]`);
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('0 passed, 1 failed, 0 skipped');
});
