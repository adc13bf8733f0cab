import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNode, reachedPackages, root, serverArguments, toolEnvironment } from './runtime.mjs';

describe('the packages that a package needs to run', () => {
  const packages = {
    'apps/server': { dependencies: { a: '1', linked: '1' } },
    'packages/linked': { dependencies: { b: '1' } },
    'node_modules/linked': { link: true, resolved: 'packages/linked' },
    'node_modules/a': {
      dependencies: { c: '1' },
      peerDependencies: { peer: '1', tool: '1' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/a/node_modules/c': {},
    'node_modules/b': { optionalDependencies: { c: '1', absent: '1' } },
    'node_modules/c': {},
    'node_modules/peer': { dependencies: { a: '1' } },
    'node_modules/tool': {},
  };

  it('are found in the nearest folder, through the link of a workspace, without optional peers and absent packages', () => {
    expect([...reachedPackages(packages, ['apps/server'])].sort()).toEqual([
      'apps/server',
      'node_modules/a',
      'node_modules/a/node_modules/c',
      'node_modules/b',
      'node_modules/c',
      'node_modules/peer',
      'packages/linked',
    ]);
  });

  it('leave out the named packages and what only those need', () => {
    expect([...reachedPackages(packages, ['apps/server'], ['linked'])].sort()).toEqual([
      'apps/server',
      'node_modules/a',
      'node_modules/a/node_modules/c',
      'node_modules/peer',
    ]);
  });
});

describe('the environment of tools', () => {
  it('finds the Node of the project and the installed tools before all others', () => {
    const [first, second] = (toolEnvironment('/opt/node/bin/node').PATH ?? '').split(path.delimiter);
    expect(first).toBe('/opt/node/bin');
    expect(second).toBe(path.join(root, 'node_modules', '.bin'));
  });

  it('has a Node that is new enough for the product', () => {
    expect(findNode()).toBe(process.execPath);
    expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24);
  });
});

it('the server is started from the build of a file of the project', () => {
  const [, program] = /^apps\/server\/dist\/(\w+)\.js$/.exec(serverArguments().at(-1)) ?? [];
  expect(existsSync(path.join(root, 'apps', 'server', 'src', 'app', `${program}.ts`))).toBe(true);
});
