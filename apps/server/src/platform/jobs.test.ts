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
const startJobs = async (options: { stopWaitMs?: number; pollSeconds?: number } = {}): Promise<Jobs> => {
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

it('runs a job with its data, sent from any process', async () => {
  const [sender, worker] = [await startJobs(), await startJobs()];
  const seen: unknown[] = [];
  await worker.work('greet', {}, async (data) => {
    seen.push(data);
  });
  await sender.send('greet', { name: '红楼梦' });
  await vi.waitFor(() => expect(seen).toEqual([{ name: '红楼梦' }]), patience);
  await vi.waitFor(async () => expect(await statesOf('greet')).toEqual([{ state: 'completed', retry_count: 0 }]), patience);
});

it('is started by a notification, not by the next poll', async () => {
  // The polling interval is so long that the queue does not poll during the test.
  const jobs = await startJobs({ pollSeconds: 3_600 });
  const seen: unknown[] = [];
  await jobs.work('quick', {}, async (data) => {
    seen.push(data);
  });
  for (let sent = 1; sent <= 5; sent += 1) {
    await jobs.send('quick', { sent });
    await vi.waitFor(() => expect(seen).toHaveLength(sent), patience);
  }
});

it('sends within the transaction of the caller, and not if it is rolled back', async () => {
  const jobs = await startJobs();
  const seen: unknown[] = [];
  await jobs.work('with-tx', {}, async (data) => {
    seen.push(data);
  });
  const undone = empty.db.transaction(async (tx) => {
    await jobs.send('with-tx', { isStored: false }, { tx });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await empty.db.transaction(async (tx) => {
    await jobs.send('with-tx', { isStored: true }, { tx });
    expect(seen).toEqual([]);
  });
  await vi.waitFor(() => expect(seen).toEqual([{ isStored: true }]), patience);
  expect(await statesOf('with-tx')).toHaveLength(1);
});

it('sends one job per key while it waits or runs, and every job without a key', async () => {
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

it('retries the given number of times, then marks the job as failed', async () => {
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

it('aborts the signal of a handler that takes too long, and counts the job as failed', async () => {
  const jobs = await startJobs();
  const aborted = Promise.withResolvers<void>();
  await jobs.work('slow', { expireMs: 1_000, retries: 0 }, async (_, signal) => {
    signal.addEventListener('abort', () => aborted.resolve());
    await aborted.promise;
  });
  await jobs.send('slow', {});
  await aborted.promise;
  await vi.waitFor(async () => expect(await statesOf('slow')).toEqual([{ state: 'failed', retry_count: 0 }]), patience);
});

it('a stop aborts the signals, waits for the handlers, and another process runs an interrupted job without losing an attempt', async () => {
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
  let isFinished = false;
  await jobs.work('finishing', {}, async (_, signal) => {
    running.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    // This query is work that the handler does after the stop has begun.
    await empty.db.pool.query('select 1');
    isFinished = true;
  });
  await jobs.send('finishing', {});
  await running.promise;
  await jobs.stop();
  expect(isFinished).toBe(true);
  expect(await statesOf('finishing')).toEqual([{ state: 'completed', retry_count: 0 }]);
  await expect(jobs.send('finishing', {})).rejects.toThrow('stopped');
});

it('runs no more handlers at the same time than the concurrency limit', async () => {
  const jobs = await startJobs();
  let [now, most, done] = [0, 0, 0];
  /** Functions, each of which ends one running handler. */
  const ends: (() => void)[] = [];
  await jobs.work('crowd', { concurrency: 2 }, async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => {
      ends.push(resolve);
    });
    now -= 1;
    done += 1;
  });
  for (let sent = 0; sent < 6; sent += 1) await jobs.send('crowd', {});
  for (let ended = 1; ended <= 6; ended += 1) {
    // While handlers remain, two of them run at a time; at the end only one is left.
    await vi.waitFor(() => expect(now).toBe(Math.min(2, 7 - ended)), patience);
    ends.shift()?.();
    await vi.waitFor(() => expect(done).toBe(ended), patience);
  }
  expect(most).toBe(2);
});
