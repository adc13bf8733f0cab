/** Starts, watches and kills processes that use an embedded database. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAM = path.join(import.meta.dirname, 'database-user.ts');

export interface DatabaseUser {
  pid: number;
  /** The JSON line that the process printed about its start. */
  report: { url?: string; attached?: boolean; error?: string; tookMs: number };
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface StartOptions {
  kind?: 'server' | 'tool';
  uid?: number | undefined;
  env?: Record<string, string>;
}

const { NODE_OPTIONS: _, ...cleanEnv } = process.env;

/** Starts a process without waiting until it is ready; for tests that kill it halfway. */
export const spawnDatabaseUser = (dataDir: string, { kind = 'server', uid, env = {} }: StartOptions = {}) =>
  spawn(process.execPath, [PROGRAM, dataDir, kind], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    env: { ...cleanEnv, ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });

/** Starts a process and waits until it reports success or failure. */
export const startDatabaseUser = async (dataDir: string, options: StartOptions = {}): Promise<DatabaseUser> => {
  const child = spawnDatabaseUser(dataDir, options);
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => ['{"error":"ended without a word","tookMs":0}']),
  ])) as [string];
  return {
    pid: child.pid ?? 0,
    report: JSON.parse(line) as DatabaseUser['report'],
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.stdin.write('stop\n');
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

interface Process {
  pid: number;
  parent: number;
  command: string;
}

const listProcesses = (): Process[] =>
  execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined || state?.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });

/** Returns the ids of the folder's postmaster and its children; empty if it is not running. */
export const findPostgresProcesses = (dataDir: string): number[] => {
  const processes = listProcesses();
  const postmaster = processes.find(({ command }) => command.includes('bin/postgres') && command.includes(`${dataDir}/data`));
  if (postmaster === undefined) return [];
  return [postmaster.pid, ...processes.filter(({ parent }) => parent === postmaster.pid).map(({ pid }) => pid)];
};

/** Returns all processes with the folder in their command line: postmaster, guard, initdb. */
export const findProcessesOf = (dataDir: string): string[] =>
  listProcesses()
    .filter(({ command }) => command.includes(dataDir))
    .map(({ pid, command }) => `${pid} ${command}`);

/** Kills the processes; one that has ended in the meantime is ignored. */
export const killAll = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
};

/** Kills all processes of the folder that a test has left. */
export const endProcessesOf = async (dataDir: string): Promise<void> => {
  for (;;) {
    const left = listProcesses().filter(({ pid, command }) => pid !== process.pid && command.includes(dataDir));
    const all = [...left.map(({ pid }) => pid), ...findPostgresProcesses(dataDir)];
    if (all.length === 0) return;
    killAll(all);
    await sleep(20);
  }
};
