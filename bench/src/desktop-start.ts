/**
 * Measures the desktop client on the runtime of the tests, on a virtual screen: the time from the start of its process to a page that answers
 * a click, and the memory of all its processes when nobody uses it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '@shufang/dev-env';
import { makeClientFolder, type RunningClient, startClient } from '../../apps/desktop/src/testing/start-client.ts';
import startVirtualScreen from '../../apps/desktop/src/testing/virtual-screen.ts';
import { type Figure, MEBIBYTE, mebibytes, milliseconds, percentile, spread } from './figure.ts';
import { proportionalBytes } from './process-memory.ts';

const ROUNDS = 7;
const IDLE_MS = 10_000;
const START_BUDGET_MS = 2_500;
const IDLE_BUDGET_BYTES = 350 * MEBIBYTE;

/** Returns the ids of the running processes by the id of their parent. */
const processesByParent = (): Map<number, number[]> => {
  const found = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
      found.set(parent, [...(found.get(parent) ?? []), Number(name)]);
    } catch {
      // The process has ended since its folder was listed.
    }
  }
  return found;
};

const treeOf = (root: number): number[] => {
  const children = processesByParent();
  const all = [root];
  for (const pid of all) all.push(...(children.get(pid) ?? []));
  return all;
};

/** Starts the client on the given profile. Returns it and the time in ms until its page has answered a click. */
const startUntilUsable = async (server: string, profile: string): Promise<{ client: RunningClient; usableMs: number }> => {
  const startedAt = performance.now();
  const client = await startClient([`--server=${server}`], profile);
  await client.page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '帮助' }).click();
  await client.page.waitForURL('**/helper/**');
  return { client, usableMs: performance.now() - startedAt };
};

export const measureDesktop = async (): Promise<Figure[]> => {
  const product = await startProduct();
  const endScreen = await startVirtualScreen();
  try {
    const [first, later, memory, counts]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const profile = await makeClientFolder();
      const fresh = await startUntilUsable(product.url, profile);
      first.push(fresh.usableMs);
      await fresh.client.close();
      const again = await startUntilUsable(product.url, profile);
      later.push(again.usableMs);
      await sleep(IDLE_MS);
      const all = treeOf(again.client.app.process().pid ?? 0);
      memory.push(all.reduce((sum, pid) => sum + proportionalBytes(pid), 0));
      counts.push(all.length);
      await again.client.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
    const slowest = percentile([...first, ...later], 1);
    const largest = percentile(memory, 1);
    return [
      { name: 'start to a page that answers a click, new profile (p50, p95)', value: spread(first) },
      { name: 'start to a page that answers a click, used profile (p50, p95)', value: spread(later) },
      {
        name: `the slowest of these ${first.length + later.length} starts`,
        value: milliseconds(slowest),
        budget: milliseconds(START_BUDGET_MS),
        ok: slowest <= START_BUDGET_MS,
      },
      {
        name: `memory of all ${percentile(counts, 1)} processes, ${IDLE_MS / 1_000} s after the start (PSS, the largest of ${memory.length})`,
        value: mebibytes(largest),
        budget: mebibytes(IDLE_BUDGET_BYTES),
        ok: largest <= IDLE_BUDGET_BYTES,
      },
    ];
  } finally {
    await endScreen();
    await product.stop();
  }
};
