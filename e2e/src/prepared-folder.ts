/** Prepares the data folder of a first start once for all journeys: `startProduct` copies it. */
import { rm } from 'node:fs/promises';
import { makeDataDir, startProduct } from '@shufang/dev-env';
import type { TestProject } from 'vitest/node';

const nothing = (): void => undefined;

/** Prepares the folder in Vitest's global setup. Does nothing for fewer than four test files, which are faster without it. */
export default async function setup({ vitest }: TestProject): Promise<() => void | Promise<void>> {
  if (vitest.state.getPaths().length < 4 || process.platform === 'win32') return nothing;
  const dataDir = await makeDataDir();
  await (await startProduct({ dataDir })).stop();
  process.env['PREPARED_DATA_DIR'] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
