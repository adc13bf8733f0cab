/**
 * Kills the real server while devices push annotations, and checks that every annotation whose op was acknowledged is returned by a later
 * pull.
 */
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ImportJob, openBook, pullChanges, pushChanges } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import { endProcessesOf } from '../../apps/server/src/platform/embedded-postgres/testing/start-database-user.ts';
import { type Figure, median, milliseconds } from './figure.ts';
import { makeBook } from './make-book.ts';
import { findPassages, highlightOp } from './make-highlights.ts';
import { call } from './wire.ts';

const DEVICES = 4;
const OPS_A_PUSH = 5;
const PASSAGE_EVERY_CHARS = 40;
const TEL = '13900009601';

type Headers = Record<string, string>;

/** Pushes annotations until it is stopped. A push without a response was not acknowledged; the device continues with other annotations. */
const pushForEver = async (
  url: string,
  headers: Headers,
  makeOp: (deviceId: string) => ReturnType<typeof highlightOp>,
  onAcknowledged: (annotationIds: readonly string[]) => void,
  device: number,
  signal: AbortSignal,
): Promise<void> => {
  const deviceId = `bench${device}0000`;
  while (!signal.aborted) {
    const ops = Array.from({ length: OPS_A_PUSH }, () => makeOp(deviceId));
    try {
      const { results } = await call(url, pushChanges, { deviceId, ops }, headers);
      onAcknowledged(results.flatMap(({ status }, index) => (status === 'applied' ? (ops[index]?.entityId ?? []) : [])));
    } catch {
      // The call failed because the server was killed during it, as intended.
      await sleep(50);
    }
  }
};

const pullAll = async (url: string, headers: Headers): Promise<Set<string>> => {
  const storedIds = new Set<string>();
  for (let since = 0; ; ) {
    const page = await call(url, pullChanges, { since }, headers);
    for (const change of page.changes) storedIds.add(change.entityId);
    if (!page.more) return storedIds;
    since = page.seq;
  }
};

export const runSyncDurability = async (rounds = 20): Promise<Figure[]> => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shufang-bench-'));
  await chmod(dataDir, 0o755);
  const stopped = new AbortController();
  const acknowledged = new Set<string>();
  const lost = new Set<string>();
  const reopenMs: number[] = [];
  let pushing: Promise<void>[] = [];
  let product: Product = await startProduct({ dataDir });
  const { port, url } = product;
  try {
    const file = path.join(dataDir, 'book.epub');
    await writeFile(file, makeBook(20_000));
    const [job] = (await product.command('import', file, '--publish')) as ImportJob[];
    const { headers } = await signIn(product, TEL);
    const opened = await call(url, openBook, { bookId: job?.bookId ?? '' }, headers);
    const passages = await findPassages(opened, 1, 100, PASSAGE_EVERY_CHARS);
    let next = 0;
    const makeOp = (deviceId: string) => {
      const target = passages[next++ % passages.length];
      if (target === undefined) throw new Error('the book has no passage');
      return highlightOp(opened, target, deviceId);
    };
    pushing = Array.from({ length: DEVICES }, (_, device) =>
      pushForEver(url, headers, makeOp, (ids) => ids.forEach((id) => acknowledged.add(id)), device, stopped.signal),
    );
    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged.size;
      while (acknowledged.size === before) await sleep(5);
      await sleep(100 + Math.random() * 500);
      const killedAt = performance.now();
      product.process.kill('SIGKILL');
      await once(product.process, 'exit');
      const known = [...acknowledged];
      product = await startProduct({ dataDir, port });
      while (acknowledged.size === known.length) await sleep(5);
      reopenMs.push(performance.now() - killedAt);
      const storedIds = await pullAll(url, headers);
      for (const id of known) if (!storedIds.has(id)) lost.add(id);
    }
  } finally {
    stopped.abort();
    await product.stop();
    await Promise.all(pushing);
    await endProcessesOf(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  return [
    {
      name: `${rounds} × kill -9 of the real server under ${DEVICES} devices that push annotations: acknowledged annotations lost`,
      value: `${lost.size} of ${acknowledged.size}`,
      budget: '0',
      ok: lost.size === 0 && acknowledged.size > 0,
    },
    {
      name: 'from the kill to the next acknowledged annotation (median, slowest)',
      value: `${milliseconds(median(reopenMs))}, ${milliseconds(Math.max(...reopenMs))}`,
    },
  ];
};

if (import.meta.main) console.table(await runSyncDurability(Number(process.argv[2] ?? 20)));
