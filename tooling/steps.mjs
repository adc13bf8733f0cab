// Runs the steps of `check` and `test`, shows what failed, and counts: each step is one check, each test of a test run one more.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findNode, root, toolEnvironment } from './runtime.mjs';

const node = findNode();
const bin = (name) => path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);

/** Runs a command to its end; the output is kept and returned. */
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

/** One check: passed when the command ends with 0. */
export const commandStep = (name, command, args, environment = {}) => ({
  name,
  run: async () => {
    const { ok, output } = await run(command === 'node' ? node : bin(command), args, environment, false);
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output: ok ? '' : output };
  },
});

/** A run of vitest projects, with more of its arguments: as many checks as it has tests; a file that cannot be loaded counts as one failure. */
export const vitestStep = (name, projects, environment = {}, more = []) => ({
  name,
  run: async () => {
    const report = path.join(
      os.tmpdir(),
      `shufang-vitest-${process.pid}-${projects.join('-')}-${Math.random().toString(36).slice(2)}.json`,
    );
    const args = [
      path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...more,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    const { ok, output } = await run(node, args, environment, false);
    let result;
    try {
      result = JSON.parse(readFileSync(report, 'utf8'));
    } catch (error) {
      return { passed: 0, failed: 1, output: `${output}\n没有得到测试报告：${error.message}` };
    }
    rmSync(report, { force: true });
    const brokenFiles = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
    const failed = result.numFailedTests + brokenFiles;
    // Nothing failed but the run did: an unhandled rejection, for example. It must not pass.
    return { passed: result.numPassedTests, failed: failed === 0 && !ok ? 1 : failed, output: ok ? '' : output };
  },
});

/** Runs the steps of each group side by side, group after group. Prints a line a step, the output of what failed, and the closing line. Ends the process. */
export const runSteps = async (groups) => {
  const total = { passed: 0, failed: 0 };
  const began = Date.now();
  for (const group of groups) {
    await Promise.all(
      group.map(async (step) => {
        const stepBegan = Date.now();
        const { passed, failed, output } = await step.run();
        total.passed += passed;
        total.failed += failed;
        console.log(
          `${failed === 0 ? '✓' : '✗'} ${step.name}：${passed} 项通过${failed === 0 ? '' : `，${failed} 项失败`}（${((Date.now() - stepBegan) / 1000).toFixed(1)} 秒）`,
        );
        if (failed > 0) console.log(output.split('\n').slice(-400).join('\n'));
      }),
    );
  }
  console.log(`共用时 ${((Date.now() - began) / 1000).toFixed(0)} 秒`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
};
