import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureSystemPackages } from './system-packages.mjs';
import { readFloor } from './tally.mjs';
import { testGroups } from './test-steps.mjs';

const config = readFileSync(path.join(import.meta.dirname, '..', 'vitest.config.ts'), 'utf8');
const kinds = [...(/type Kind = ([^;]+);/.exec(config)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, kind]) => kind as string).sort();
const projectsOf = (options: { hasExternalPostgres: boolean; hasStrictS3: boolean; isFull?: boolean }): string[] =>
  testGroups(options)
    .flat()
    .flatMap((step: { projects: string[] }) => step.projects);

describe('npm test', () => {
  it('runs every kind of test exactly once', () => {
    expect(kinds).toHaveLength(9);
    expect(projectsOf({ hasExternalPostgres: false, hasStrictS3: false }).sort()).toEqual(kinds.filter((kind) => kind !== 'external'));
  });

  it('runs the tests that depend on the PostgreSQL server a second time where there is an external one', () => {
    expect(projectsOf({ hasExternalPostgres: true, hasStrictS3: true }).sort()).toEqual(kinds);
  });

  it('runs the same projects in a full run', () => {
    const options = { hasExternalPostgres: true, hasStrictS3: true };
    expect(projectsOf({ ...options, isFull: true })).toEqual(projectsOf(options));
  });

  it('states a budget for every step', () => {
    const steps = testGroups({ hasExternalPostgres: true, hasStrictS3: true }).flat() as { name: string; budgetSeconds?: number }[];
    expect(steps.filter(({ budgetSeconds = 0 }) => budgetSeconds <= 0).map(({ name }) => name)).toEqual([]);
  });

  it('has a minimum number of tests for every kind of test', () => {
    expect(Object.keys(readFloor() as object).sort()).toEqual(kinds);
  });
});

describe('the system packages', () => {
  /** Returns a fake machine that has the given files and whose apt exits with `status`. */
  const machine = ({ has, isRoot = true, status = 0 }: { has: (file: string) => boolean; isRoot?: boolean; status?: number }) => {
    const ran: string[][] = [];
    return {
      ran,
      exists: has,
      isRoot: () => isRoot,
      run: (command: string, args: string[]) => {
        ran.push([command, ...args]);
        return status;
      },
    };
  };
  const onlyApt = (file: string): boolean => file === '/usr/bin/apt-get';

  it('are not installed when all of them exist', () => {
    const complete = machine({ has: () => true });
    expect(ensureSystemPackages(complete)).toBe(true);
    expect(complete.ran).toEqual([]);
  });

  it('are installed when some are missing, and only those', () => {
    const bare = machine({ has: (file) => file !== '/usr/bin/chromium' && file !== '/usr/bin/redis-server' });
    expect(ensureSystemPackages(bare)).toBe(true);
    expect(bare.ran.map(([command, verb]) => `${command} ${verb}`)).toEqual(['apt-get update', 'apt-get install']);
    expect(bare.ran[1]?.slice(-2)).toEqual(['chromium', 'redis-server']);
  });

  it.each([
    ['a user other than root', machine({ has: onlyApt, isRoot: false }), 0],
    ['another operating system', machine({ has: () => false }), 0],
    ['a failed installation', machine({ has: onlyApt, status: 100 }), 2],
  ])('are printed for %s', (_, poor, commands) => {
    expect(ensureSystemPackages(poor)).toBe(false);
    expect(poor.ran).toHaveLength(commands);
  });
});
