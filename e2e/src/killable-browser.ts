/** A Chromium with a profile on the disk, which a test kills as a power failure does, and starts again with another clock. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LAUNCH, partitionedStorage } from '@shufang/dev-env/chromium';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { sizes } from './browser.ts';

export interface KillableBrowser {
  page(): Page;
  /** Starts the browser. Its pages see the time shifted by `aheadMs`. */
  start(aheadMs: number): Promise<void>;
  /** Ends all processes of the browser with SIGKILL. */
  kill(): Promise<void>;
  /** Kills the browser and deletes its profile. */
  remove(): Promise<void>;
}

const setClock = (aheadMs: number): void => {
  const Real = Date;
  const now = (): number => Real.now() + aheadMs;
  globalThis.Date = new Proxy(Real, {
    construct: (target, values: unknown[]) => Reflect.construct(target, values.length === 0 ? [now()] : values) as object,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
};

/** Returns the processes whose command line names the profile. */
const processesOf = async (profile: string): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      // The process may have ended since it was listed.
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return command.split('\0').includes(`--user-data-dir=${profile}`) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
};

/** `userAgent`: undefined is that of the browser. */
export const openKillableBrowser = async (userAgent?: string): Promise<KillableBrowser> => {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'shufang-profile-'));
  let context: BrowserContext | undefined;
  const kill = async (): Promise<void> => {
    if (context === undefined) return;
    const closed = new Promise((resolve) => context?.once('close', resolve));
    for (const pid of await processesOf(profile)) process.kill(pid, 'SIGKILL');
    await closed;
    context = undefined;
  };
  return {
    page: () => {
      const page = context?.pages()[0];
      if (page === undefined) throw new Error('the browser is not running');
      return page;
    },
    start: async (aheadMs) => {
      context = await chromium.launchPersistentContext(profile, {
        ...LAUNCH,
        args: [...LAUNCH.args, partitionedStorage()],
        viewport: sizes.desktop,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        ...(userAgent === undefined ? {} : { userAgent }),
      });
      context.setDefaultTimeout(60_000);
      await context.addInitScript(setClock, aheadMs);
      if (context.pages().length === 0) await context.newPage();
    },
    kill,
    remove: async () => {
      await kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};
