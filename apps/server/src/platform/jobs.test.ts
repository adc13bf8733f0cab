import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createJobs, type Jobs } from './jobs.ts';
import { createLogger } from './logger.ts';
import { createEmptyDatabase, type TestDatabase } from './testing/test-database.ts';

let empty: TestDatabase;
beforeAll(async () => {
  empty = await createEmptyDatabase();
});
afterAll(() => empty.drop());

const started: Jobs[] = [];
const startJobs = async (options: { stopWaitMs?: number } = {}): Promise<Jobs> => {
  const jobs = createJobs(empty.db, createLogger('silent'), options);
  started.push(jobs);
  await jobs.start();
  return jobs;
};
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
});

const statesOf = async (name: string): Promise<unknown[]> =>
  (await empty.db.pool.query('select state, retry_count from pgboss.job where name = $1 order by created_on', [name])).rows;
const patience = { timeout: 20_000, interval: 20 };

it('runs a job with its data, wherever it was sent from', async () => {
  const [sender, worker] = [await startJobs(), await startJobs()];
  const seen: unknown[] = [];
  await worker.work('greet', {}, async (data) => {
    seen.push(data);
  });
  await sender.send('greet', { name: '红楼梦' });
  await vi.waitFor(() => expect(seen).toEqual([{ name: '红楼梦' }]), patience);
  await vi.waitFor(async () => expect(await statesOf('greet')).toEqual([{ state: 'completed', retry_count: 0 }]), patience);
});

it('is woken by the sending itself, not by the next look into the queue', async () => {
  const jobs = await startJobs();
  const waits: number[] = [];
  await jobs.work('quick', {}, async (data) => {
    waits.push(performance.now() - (data as { sentAt: number }).sentAt);
  });
  for (let sent = 1; sent <= 5; sent += 1) {
    await jobs.send('quick', { sentAt: performance.now() });
    await vi.waitFor(() => expect(waits).toHaveLength(sent), patience);
  }
  // The poll alone would make five jobs in a row wait ten seconds or more.
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(5_000);
});

it('sends with the transaction of the caller, and not when that is undone', async () => {
  const jobs = await startJobs();
  const seen: unknown[] = [];
  await jobs.work('with-tx', {}, async (data) => {
    seen.push(data);
  });
  const undone = empty.db.transaction(async (tx) => {
    await jobs.send('with-tx', { kept: false }, { tx });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await empty.db.transaction(async (tx) => {
    await jobs.send('with-tx', { kept: true }, { tx });
    expect(seen).toEqual([]);
  });
  await vi.waitFor(() => expect(seen).toEqual([{ kept: true }]), patience);
  expect(await statesOf('with-tx')).toHaveLength(1);
});

it('keeps one job for one key while it waits or runs, and as many as wished without a key', async () => {
  const jobs = await startJobs();
  for (let sent = 0; sent < 3; sent += 1) {
    await jobs.send('single', {}, { singletonKey: 'book-1' });
    await jobs.send('single', {});
  }
  expect(await statesOf('single')).toHaveLength(4);
  const runs: unknown[] = [];
  const release = Promise.withResolvers<void>();
  await jobs.work('single', { concurrency: 4 }, async (data) => {
    runs.push(data);
    await release.promise;
  });
  await vi.waitFor(() => expect(runs).toHaveLength(4), patience);
  await jobs.send('single', {}, { singletonKey: 'book-1' });
  expect(await statesOf('single')).toHaveLength(4);
  release.resolve();
  await vi.waitFor(async () => {
    await jobs.send('single', {}, { singletonKey: 'book-1' });
    expect(await statesOf('single')).toHaveLength(5);
  }, patience);
});

it('tries again as often as wished, then leaves it failed', async () => {
  const jobs = await startJobs();
  let tries = 0;
  await jobs.work('failing', { retries: 1 }, async () => {
    tries += 1;
    throw new Error('no luck');
  });
  await jobs.send('failing', {});
  await vi.waitFor(async () => expect(await statesOf('failing')).toEqual([{ state: 'failed', retry_count: 1 }]), patience);
  expect(tries).toBe(2);
});

it('tells a handler that takes too long, and counts it as failed', async () => {
  const jobs = await startJobs();
  const told = Promise.withResolvers<void>();
  await jobs.work('slow', { expireMs: 1_000, retries: 0 }, async (_, signal) => {
    signal.addEventListener('abort', () => told.resolve());
    await told.promise;
  });
  await jobs.send('slow', {});
  await told.promise;
  await vi.waitFor(async () => expect(await statesOf('slow')).toEqual([{ state: 'failed', retry_count: 0 }]), patience);
});

it('a stop tells the handlers, waits for them, and an interrupted job is done by the next process without losing a try', async () => {
  const leaving = await startJobs();
  const running = Promise.withResolvers<void>();
  let wound = false;
  await leaving.work('interrupted', { retries: 0 }, async (_, signal) => {
    running.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    wound = true;
    throw signal.reason;
  });
  await leaving.send('interrupted', { book: 7 });
  await running.promise;
  await leaving.stop();
  expect(wound).toBe(true);
  const coming = await startJobs();
  const seen: unknown[] = [];
  await coming.work('interrupted', { retries: 0 }, async (data) => {
    seen.push(data);
  });
  await vi.waitFor(() => expect(seen).toEqual([{ book: 7 }]), patience);
});

it('a stop lets a handler finish that is nearly done', async () => {
  const jobs = await startJobs();
  const running = Promise.withResolvers<void>();
  await jobs.work('finishing', {}, async () => {
    running.resolve();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await jobs.send('finishing', {});
  await running.promise;
  await jobs.stop();
  expect(await statesOf('finishing')).toEqual([{ state: 'completed', retry_count: 0 }]);
  await expect(jobs.send('finishing', {})).rejects.toThrow('stopped');
});

it('runs no more handlers at the same time than wished', async () => {
  const jobs = await startJobs();
  let [now, most, done] = [0, 0, 0];
  await jobs.work('crowd', { concurrency: 2 }, async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 50));
    now -= 1;
    done += 1;
  });
  for (let sent = 0; sent < 6; sent += 1) await jobs.send('crowd', {});
  await vi.waitFor(() => expect(done).toBe(6), patience);
  expect(most).toBe(2);
});
