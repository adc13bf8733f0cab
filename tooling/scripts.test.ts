/** Tests of the tools that are run as scripts: each runs in a small project of its own, with its exit status and its output. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const write = (project: string, files: Readonly<Record<string, string>>): void => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  }
};

const git = (project: string, ...args: string[]): void => {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};

/** Returns the folder of a new project with a copy of the tools, under version control, and with `files`. */
const createProject = (files: Readonly<Record<string, string>>): string => {
  const project = mkdtempSync(path.join(os.tmpdir(), 'shufang-tools-'));
  folders.push(project);
  cpSync(path.join(root, 'tooling'), path.join(project, 'tooling'), {
    recursive: true,
    filter: (source) => !source.endsWith('.test.ts'),
  });
  mkdirSync(path.join(project, 'node_modules'));
  symlinkSync(path.join(root, 'node_modules', 'oxc-parser'), path.join(project, 'node_modules', 'oxc-parser'), 'junction');
  // Only the list of retired terms is under version control: the other tools are not the subject of the project.
  write(project, { '.gitignore': 'node_modules\n/tooling/*.*\n/tooling/mutate/\n', ...files });
  git(project, 'init', '--quiet');
  git(project, 'add', '.');
  return project;
};

const run = (project: string, script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [path.join('tooling', script), ...args], { cwd: project, encoding: 'utf8', env: { ...process.env, ...env } });

describe('vocabulary.mjs', () => {
  it('succeeds without output if no retired term is used', () => {
    const project = createProject({ 'apps/web/src/one.ts': 'export const cachedBooks = 1;\n' });
    expect(run(project, 'vocabulary.mjs')).toMatchObject({ status: 0, stdout: '' });
  });

  it('fails for a retired term, with its file, its line and the replacement', () => {
    const project = createProject({ 'apps/web/src/one.ts': '\nexport const keptBooks = 1;\n' });
    const { status, stdout } = run(project, 'vocabulary.mjs');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^apps\/web\/src\/one\.ts:2 .*cache/m);
  });

  it('checks documents for engineers but not the change log', () => {
    const text = 'The server is told at once.\n';
    const project = createProject({ 'docs/one.md': text, 'CHANGELOG.md': text });
    const { status, stdout } = run(project, 'vocabulary.mjs');
    expect(status).toBe(1);
    expect(stdout).toContain('docs/one.md:1');
    expect(stdout).not.toContain('CHANGELOG.md');
  });

  it('searches only the given paths', () => {
    const project = createProject({ 'apps/a/one.ts': 'const keptBooks = 1;\n', 'apps/b/two.ts': 'const books = 1;\n' });
    expect(run(project, 'vocabulary.mjs', ['apps/b']).status).toBe(0);
    expect(run(project, 'vocabulary.mjs', ['apps/a']).status).toBe(1);
  });

  it('fails for a retired term in a commit message, but only after the list of terms exists', () => {
    const project = createProject({});
    git(project, 'commit', '--quiet', '-m', 'orders: the buyer is told at once');
    expect(run(project, 'vocabulary.mjs').status).toBe(0);
    git(project, 'commit', '--quiet', '--allow-empty', '-m', 'orders: the seller is told at once');
    const { status, stdout } = run(project, 'vocabulary.mjs');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^commit [0-9a-f]+ .*told/m);
  });

  it('reports a changed file although an earlier run has cached it', () => {
    const project = createProject({ 'apps/web/src/one.ts': 'export const books = 1;\n' });
    expect(run(project, 'vocabulary.mjs').status).toBe(0);
    write(project, { 'apps/web/src/one.ts': 'export const keptBooks = 1;\n' });
    expect(run(project, 'vocabulary.mjs').status).toBe(1);
  });
});

describe('project-rules.mjs', () => {
  /** Joined, so that the rule does not find it in this file. */
  const MISSING_DOCUMENT = ['docs', 'nothing.md'].join('/');
  const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
  const one = { version: '1.0.0', license: 'MIT', integrity: INTEGRITY };
  const manifestOf = (part: object = {}): string =>
    JSON.stringify({ name: 'one', allowScripts: {}, dependencies: { one: '1.0.0' }, ...part });
  const lockOf = (packages: object): string =>
    JSON.stringify(
      { lockfileVersion: 3, packages: { '': { dependencies: { one: '1.0.0' } }, 'apps/server': {}, 'apps/web': {}, ...packages } },
      null,
      2,
    );

  let original: string | undefined;
  /** Returns a copy of a project that keeps all rules. */
  const copyOfProject = (): string => {
    original ??= createRuledProject();
    const copy = mkdtempSync(path.join(os.tmpdir(), 'shufang-tools-'));
    folders.push(copy);
    cpSync(original, copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  };
  const createRuledProject = (): string => {
    const project = createProject({
      'package.json': manifestOf(),
      'package-lock.json': lockOf({ 'node_modules/one': one }),
      'docs/dependencies.md': 'The package `one` has a reason.\n',
      'packages/icons/LICENSE': 'MIT\n',
      'packages/icons/src/make-icon.ts': 'export const makeIcon = 1;\n',
      'packages/contract/src/one/one.ts': 'export const one = 1;\n',
      'packages/contract/src/index.ts': '',
      'packages/ui/src/one.ts': 'export const one = 1;\n',
      'apps/web/src/one.ts': 'export const one = 1;\n',
      'tooling/operation-files.exceptions.json': '{}',
    });
    write(project, { 'node_modules/one/package.json': '{"name":"one","license":"MIT"}', 'node_modules/one/LICENSE': 'MIT\n' });
    for (const script of ['make-notices.mjs', 'make-interface-icons.mjs', 'make-contract-index.mjs']) {
      const { status, stderr } = run(project, script);
      if (status !== 0) throw new Error(stderr);
    }
    return project;
  };

  /** Returns the result of the rules for a project that keeps all of them, after `files` were added to it or changed in it. */
  const check = (files: Readonly<Record<string, string>> = {}): SpawnSyncReturns<string> => {
    const project = copyOfProject();
    write(project, files);
    return run(project, 'project-rules.mjs');
  };

  it('succeeds without output for a project that keeps the rules', () => {
    expect(check()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['a file name with capitals', { 'apps/web/src/One.ts': 'export const one = 1;\n' }, /^apps\/web\/src\/One\.ts {2}.*kebab-case/m],
    [
      'a citation of a missing document',
      { 'apps/web/src/two.ts': `/** See ${MISSING_DOCUMENT}. */\nexport const two = 2;\n` },
      /^apps\/web\/src\/two\.ts:1 /m,
    ],
    [
      'an address in the lock file',
      { 'package-lock.json': lockOf({ 'node_modules/one': { ...one, resolved: 'https://example.com/one.tgz' } }) },
      /^package-lock\.json .*下载地址/m,
    ],
    [
      'a package without a checksum',
      { 'package-lock.json': lockOf({ 'node_modules/one': { version: '1.0.0' } }) },
      /node_modules\/one 没有校验值/,
    ],
    [
      'an install script that was not reviewed',
      { 'package-lock.json': lockOf({ 'node_modules/one': { ...one, hasInstallScript: true } }) },
      /^package\.json {2}one 带有安装脚本/m,
    ],
    [
      'a review of a package without an install script',
      { 'package.json': manifestOf({ allowScripts: { two: true } }) },
      /allowScripts 里的 two/,
    ],
    [
      'a range of versions',
      { 'package.json': manifestOf({ devDependencies: { one: '^1.0.0' } }) },
      /^package\.json {2}one 的版本须写死（现为 \^1\.0\.0）/m,
    ],
    [
      'a dependency without a reason',
      { 'apps/web/package.json': manifestOf({ dependencies: { two: '1.0.0' } }) },
      /^apps\/web\/package\.json {2}two 在 docs\/dependencies\.md/m,
    ],
    [
      'an icon that is not up to date',
      { 'packages/icons/src/icon-old.ts': '/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */\n' },
      /icon-old/,
    ],
    [
      'a file that the index of the contract lacks',
      { 'packages/contract/src/one/two.ts': 'export const two = 2;\n' },
      /^packages\/contract\/src\/index\.ts {2}/m,
    ],
    [
      'an exception for an unknown operation',
      { 'tooling/operation-files.exceptions.json': '{"noOperation":"old"}' },
      /noOperation 不是操作/,
    ],
  ])('fails for %s and names it', (_case, files, message) => {
    const { status, stdout } = check(files);
    expect(stdout).toMatch(message);
    expect(status).toBe(1);
  });
});

// Skipped on Windows: the registry client that the script starts is replaced by a shell script.
describe.skipIf(process.platform === 'win32')('complete-lockfile.mjs', () => {
  const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
  const lockOf = (packages: object): string => JSON.stringify({ lockfileVersion: 3, packages }, null, 2);
  const sharp = {
    version: '1.0.0',
    integrity: INTEGRITY,
    optionalDependencies: { '@img/sharp-linux-x64': '1.2.3', '@img/sharp-win32-arm64': '1.2.3' },
  };

  /** Runs the script with a client of the registry that returns `integrity` for every package, and records its arguments. */
  const complete = (packages: object, integrity: string) => {
    const project = createProject({ 'package-lock.json': lockOf(packages) });
    write(project, { 'bin/npm': `#!/bin/sh\necho "$2" >> "${project}/asked"\nprintf '%s' '${integrity}'\n`, asked: '' });
    chmodSync(path.join(project, 'bin/npm'), 0o755);
    const result = run(project, 'complete-lockfile.mjs', [], { PATH: `${path.join(project, 'bin')}:${process.env['PATH'] ?? ''}` });
    const lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> };
    return { ...result, packages: lock.packages, asked: readFileSync(path.join(project, 'asked'), 'utf8').trim().split('\n') };
  };

  it('adds the missing packages of other platforms with their checksums, in order, and leaves the others', () => {
    const existing = { version: '1.2.3', integrity: 'sha512-existing', optional: true };
    const { status, packages, asked } = complete(
      { '': {}, 'node_modules/sharp': sharp, 'node_modules/@img/sharp-linux-x64': existing },
      INTEGRITY,
    );
    expect(status).toBe(0);
    expect(asked).toEqual(['@img/sharp-win32-arm64@1.2.3']);
    expect(packages['node_modules/@img/sharp-linux-x64']).toEqual(existing);
    expect(packages['node_modules/@img/sharp-win32-arm64']).toEqual({
      version: '1.2.3',
      integrity: INTEGRITY,
      cpu: ['arm64'],
      optional: true,
      os: ['win32'],
    });
    expect(Object.keys(packages)).toEqual([
      '',
      ...['@img/sharp-linux-x64', '@img/sharp-win32-arm64', 'sharp'].map((name) => `node_modules/${name}`),
    ]);
  });

  it('fails and names the package if the registry does not have its version', () => {
    const { status, stderr } = complete({ '': {}, 'node_modules/sharp': sharp }, '');
    expect(status).toBe(1);
    expect(stderr).toContain('@img/sharp-win32-arm64@1.2.3');
    expect(stderr).not.toContain('node_modules/sharp');
  });

  it('fails if a package in the lock file has no checksum', () => {
    const { status, stderr } = complete({ '': {}, 'node_modules/one': { version: '1.0.0' } }, INTEGRITY);
    expect(status).toBe(1);
    expect(stderr).toContain('node_modules/one@1.0.0');
  });

  it('ignores optional packages with a range of versions or without a platform in their name', () => {
    const one = { version: '1.0.0', integrity: INTEGRITY, optionalDependencies: { '@img/sharp-linux-x64': '^1.2.3', colors: '1.0.0' } };
    const { status, asked, packages } = complete({ '': {}, 'node_modules/one': one }, INTEGRITY);
    expect(status).toBe(0);
    expect(asked).toEqual(['']);
    expect(Object.keys(packages)).toEqual(['', 'node_modules/one']);
  });

  it('does not add a package that is installed inside the package that needs it', () => {
    const nested = { version: '1.2.3', integrity: INTEGRITY, optional: true };
    const one = { version: '1.0.0', integrity: INTEGRITY, optionalDependencies: { '@img/sharp-linux-x64': '1.2.3' } };
    const { asked } = complete(
      { '': {}, 'node_modules/one': one, 'node_modules/one/node_modules/@img/sharp-linux-x64': nested },
      INTEGRITY,
    );
    expect(asked).toEqual(['']);
  });
});
