/** Measures the start time of the server on a new and on an existing data folder, and the memory of server and database when idle. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct } from '@shufang/dev-env';
import { findPostgresProcesses, findProcessesOf } from '../../apps/server/src/platform/embedded-postgres/testing/start-database-user.ts';
import { type Figure, MEBIBYTE, mebibytes, median, milliseconds } from './figure.ts';
import { proportionalBytes, residentBytes } from './process-memory.ts';

const ROUNDS = 5;
const IDLE_MS = 20_000;
const READY_BUDGET_MS = 3_000;
const IDLE_BUDGET_BYTES = 300 * MEBIBYTE;

const idleMemory = (product: Product): { ours: number; together: number; processes: number } => {
  const server = product.process.pid ?? 0;
  const others = findProcessesOf(product.dataDir).map((line) => Number(line.split(' ')[0]));
  const all = new Set([server, ...others, ...findPostgresProcesses(path.join(product.dataDir, 'postgres'))]);
  const together = [...all].reduce((sum, pid) => sum + proportionalBytes(pid), 0);
  return { ours: residentBytes(server), together, processes: all.size };
};

export const measureServer = async (): Promise<Figure[]> => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shufang-bench-'));
  await chmod(dataDir, 0o755);
  try {
    const first = await startProduct({ dataDir });
    await first.stop();
    const warm: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const again = await startProduct({ dataDir });
      if (round > 0) warm.push(again.startMs);
      await again.stop();
    }
    const product = await startProduct({ dataDir });
    await sleep(IDLE_MS);
    const memory = idleMemory(product);
    await product.stop();
    const ready = median(warm);
    return [
      { name: 'ready on a used folder', value: milliseconds(ready), budget: milliseconds(READY_BUDGET_MS), ok: ready <= READY_BUDGET_MS },
      { name: 'ready on a new folder: database made, demo library imported', value: milliseconds(first.startMs) },
      {
        name: `idle memory of the server and its PostgreSQL (${memory.processes} processes, shared pages counted once)`,
        value: mebibytes(memory.together),
        budget: mebibytes(IDLE_BUDGET_BYTES),
        ok: memory.together <= IDLE_BUDGET_BYTES,
      },
      { name: 'of it the server process (resident)', value: mebibytes(memory.ours) },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
};
