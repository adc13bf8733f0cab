/**
 * Prepares the products of the journeys, once for all files: the data folder of a first start, which `startProduct` copies, and a running
 * server for each worker, which `openProduct` returns.
 */
import { rm } from 'node:fs/promises';
import { makePreparedDataDir, type Product, prepareDataDir, startProduct } from '@shufang/dev-env';
import type { TestProject } from 'vitest/node';

const nothing = (): void => undefined;

/** Prepares the products in Vitest's global setup. Does nothing for fewer than four test files, which are faster without them. */
export default async function setup({ vitest, config }: TestProject): Promise<() => void | Promise<void>> {
  if (vitest.state.getPaths().length < 4 || process.platform === 'win32') return nothing;
  const deletePrepared = await prepareDataDir();
  const shared: Product[] = [];
  for (let worker = 0; worker < Number(config.maxWorkers); worker += 1) {
    shared.push(await startProduct({ dataDir: await makePreparedDataDir() }));
  }
  process.env['SHARED_PRODUCTS'] = JSON.stringify(shared.map(({ port, dataDir }) => ({ port, dataDir })));
  return async () => {
    await Promise.all(shared.map((product) => product.stop()));
    for (const { dataDir } of shared) await rm(dataDir, { recursive: true, force: true });
    await deletePrepared();
  };
}
