/** Makes the data folder of a first start once for all journeys: each begins with a copy of it (`startProduct`). */
import { rm } from 'node:fs/promises';
import { makeDataDir, startProduct } from '@shufang/dev-env';
import type { TestProject } from 'vitest/node';

const nothing = (): void => undefined;

/** Not for a few chosen files: each makes its own in less time. */
export default async function setup({ vitest }: TestProject): Promise<() => void | Promise<void>> {
  if (vitest.state.getPaths().length < 4 || process.platform === 'win32') return nothing;
  const dataDir = await makeDataDir();
  await (await startProduct({ dataDir })).stop();
  process.env['PREPARED_DATA_DIR'] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
