/** Starts, watches and kills processes that use an embedded database. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAM = path.join(import.meta.dirname, 'database-user.ts');

export interface DatabaseUser {
  pid: number;
  /** What it said about its start. */
  answer: { url?: string; attached?: boolean; error?: string; tookMs: number };
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface StartOptions {
  kind?: 'server' | 'tool';
  uid?: number | undefined;
  env?: Record<string, string>;
}

const { NODE_OPTIONS: _, ...cleanEnv } = process.env;

/** Only starts it; for tests that kill it half-way. */
export const spawnDatabaseUser = (dataDir: string, { kind = 'server', uid, env = {} }: StartOptions = {}) =>
  spawn(process.execPath, [PROGRAM, dataDir, kind], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    env: { ...cleanEnv, ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });

/** Starts one and waits for its answer, good or bad. */
export const startDatabaseUser = async (dataDir: string, options: StartOptions = {}): Promise<DatabaseUser> => {
  const child = spawnDatabaseUser(dataDir, options);
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => ['{"error":"ended without a word","tookMs":0}']),
  ])) as [string];
  return {
    pid: child.pid ?? 0,
    answer: JSON.parse(line) as DatabaseUser['answer'],
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

/** The postmaster of the folder and its children; empty when it does not run. */
export const findPostgresProcesses = (dataDir: string): number[] => {
  const processes = listProcesses();
  const postmaster = processes.find(({ command }) => command.includes('bin/postgres') && command.includes(`${dataDir}/data`));
  if (postmaster === undefined) return [];
  return [postmaster.pid, ...processes.filter(({ parent }) => parent === postmaster.pid).map(({ pid }) => pid)];
};

/** Everything that still speaks of the folder: postmaster, guard, half-finished programs. */
export const findProcessesOf = (dataDir: string): string[] =>
  listProcesses()
    .filter(({ command }) => command.includes(dataDir))
    .map(({ pid, command }) => `${pid} ${command}`);

/** Kills them; one that ended by itself in the meantime is fine. */
export const killAll = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
};

/** Leaves nothing of the folder running, whatever a test has left behind. */
export const endProcessesOf = async (dataDir: string): Promise<void> => {
  for (;;) {
    const left = listProcesses().filter(({ pid, command }) => pid !== process.pid && command.includes(dataDir));
    const all = [...left.map(({ pid }) => pid), ...findPostgresProcesses(dataDir)];
    if (all.length === 0) return;
    killAll(all);
    await sleep(20);
  }
};
