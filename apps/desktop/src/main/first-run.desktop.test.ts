/** The first run of the client on a real Electron: the choice of the server, then the window of the client. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SimpleServer, startShufangServer, startSimpleServer } from '../testing/simple-server.ts';
import { type RunningClient, startClient } from '../testing/start-client.ts';

let client: RunningClient;
let other: SimpleServer;
let server: SimpleServer;
beforeAll(async () => {
  [other, server] = await Promise.all([startSimpleServer({ hello: 'world' }), startShufangServer()]);
  client = await startClient();
});
afterAll(async () => {
  await client?.close();
  other?.close();
  server?.close();
});

const choose = async (page: Page, address: string): Promise<void> => {
  await page.getByLabel('服务器地址').fill(address);
  await page.getByRole('button', { name: '连接' }).click();
};

it('asks for the server and explains why an address cannot be used', async () => {
  const { page } = client;
  const alert = page.getByRole('alert');
  await choose(page, 'not an address');
  await expect.poll(() => alert.textContent()).toContain('这不是一个网址');
  await choose(page, '127.0.0.1:1025');
  await expect.poll(() => alert.textContent()).toContain('连不上这个网址');
  await choose(page, `127.0.0.1:${other.port}`);
  await expect.poll(() => alert.textContent()).toContain('不是书房的服务器');
  await choose(page, `https://127.0.0.1:${server.port}`);
  await expect.poll(() => alert.textContent()).toContain('无法建立安全连接');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('address');
});

it('opens the client with the chosen server and remembers it', async () => {
  const opened = client.app.waitForEvent('window');
  await choose(client.page, `http://127.0.0.1:${server.port}/course/list?x=1`);
  const page = await opened;
  await page.getByRole('navigation', { name: '主导航' }).waitFor();
  expect(page.url()).toBe('app://client/');
  const stored = JSON.parse(await readFile(path.join(client.dataDir, 'settings.json'), 'utf8')) as { server: unknown };
  expect(stored.server).toEqual({ origin: `http://127.0.0.1:${server.port}`, contentUrl: 'http://{book}.localhost:8080' });
});
