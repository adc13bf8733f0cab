// Runs the steps of `check` and `test`, prints the output of failed steps, and counts the checks: each step counts as one check, or with
// the number of its tests.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openMemoryFolder } from './memory-folder.mjs';
import { findNode, root, toolEnvironment } from './runtime.mjs';
import { closingLine, durationsOf, readFloor, slowestOf, tallyOf } from './tally.mjs';

const node = findNode();
const bin = (name) => path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);

/** Runs a command to its end and returns its output. */
const run = (command, args, environment, live) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...toolEnvironment(node), FORCE_COLOR: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    const take = (chunk) => {
      output += chunk;
      if (live) process.stdout.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ ok: false, output: `${output}\n${error.message}` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });

/** Returns a step that counts as one check, which passes if the command exits with 0. */
export const commandStep = (name, command, args, environment = {}) => ({
  name,
  run: async () => {
    const { ok, output } = await run(command === 'node' ? node : bin(command), args, environment, false);
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output: ok ? '' : output };
  },
});

/**
 * Returns a step that runs vitest projects and counts as many checks as it has tests. Complete projects (no file named in `more`) must have
 * at least the number of tests in `test-floor.json`. `budgetSeconds`: time that the step should take on two idle cores; it is displayed,
 * and exceeding it is not a failure.
 */
export const vitestStep = (name, projects, { environment = {}, more = [], budgetSeconds } = {}) => ({
  name,
  projects,
  budgetSeconds,
  run: async () => {
    const report = path.join(
      os.tmpdir(),
      `shufang-vitest-${process.pid}-${projects.join('-')}-${Math.random().toString(36).slice(2)}.json`,
    );
    const isWhole = more.length === 0;
    const args = [
      path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...more,
      // A run of selected folders may contain no tests; a complete project always has some.
      ...(isWhole ? [] : ['--passWithNoTests']),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    const temporary = openMemoryFolder();
    const { ok, output } = await run(node, args, { ...temporary.environment, ...environment }, false).finally(temporary.remove);
    let result;
    try {
      result = JSON.parse(readFileSync(report, 'utf8'));
    } catch (error) {
      return { passed: 0, failed: 1, skipped: 0, output: `${output}\n没有得到测试报告：${error.message}` };
    }
    rmSync(report, { force: true });
    const { passed, failed, skipped, findings } = tallyOf(result, { ok, projects, floor: isWhole ? readFloor() : undefined });
    const durations = durationsOf(result, root);
    return { passed, failed, skipped, durations, output: failed === 0 ? '' : [output, ...findings].join('\n') };
  },
});

/**
 * Runs the steps of each group in parallel, group after group. Prints a line per step, the output of failed steps, and the summary. Ends
 * the process.
 */
export const runSteps = async (groups) => {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const began = Date.now();
  const allDurations = {};
  const runStep = async (step) => {
    const stepBegan = Date.now();
    const { passed, failed, skipped, durations = {}, output } = await step.run();
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    const more = `${failed === 0 ? '' : `，${failed} 项失败`}${skipped === 0 ? '' : `，${skipped} 项跳过`}`;
    const budget = step.budgetSeconds === undefined ? '' : `，预算 ${step.budgetSeconds} 秒`;
    const seconds = ((Date.now() - stepBegan) / 1000).toFixed(1);
    console.log(`${failed === 0 ? '✓' : '✗'} ${step.name}：${passed} 项通过${more}（${seconds} 秒${budget}）`);
    const slowest = slowestOf(durations);
    if (slowest !== '') console.log(`  最慢：${slowest}`);
    Object.assign(allDurations, { [step.name]: durations });
    if (failed > 0) console.log(output.split('\n').slice(-400).join('\n'));
  };
  for (const group of groups) await Promise.all(group.map(runStep));
  mkdirSync(path.join(root, 'out'), { recursive: true });
  writeFileSync(path.join(root, 'out', 'test-durations.json'), `${JSON.stringify(allDurations, null, 2)}\n`);
  console.log(`共用时 ${((Date.now() - began) / 1000).toFixed(0)} 秒`);
  console.log(closingLine(total));
  process.exit(total.failed === 0 ? 0 : 1);
};
