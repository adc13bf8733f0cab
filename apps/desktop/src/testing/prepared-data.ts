/** Prepares the data folder of the products of the desktop tests in Vitest's global setup, if several files may start one. */
import { prepareDataDir } from '@shufang/dev-env';
import type { TestProject } from 'vitest/node';

export default async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  return vitest.state.getPaths().length < 4 ? () => Promise.resolve() : await prepareDataDir();
}
