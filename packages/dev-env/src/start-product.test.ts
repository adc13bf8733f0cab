import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDataDir, startProduct } from './start-product.ts';

const childCount = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

describe('startProduct', async () => {
  const dataDir = await makeDataDir();
  afterAll(async () => {
    await rm(dataDir, { recursive: true, force: true });
  });

  it('leaves no process running when the server is not ready in time', async () => {
    const before = childCount();
    await expect(startProduct({ dataDir, readyTimeoutMs: 1_500 })).rejects.toThrow('not ready in time');
    await expect.poll(childCount).toBe(before);
    expect(existsSync(`${dataDir}/postgres/postmaster.pid`)).toBe(false);
  });
});
