/** Tests what the server shows and responds while it upgrades the database. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createUpgradeNotice } from './upgrade-notice.ts';

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

it('prints each step, responds that the server is starting, and closes the port at the end', async () => {
  const lines: string[] = [];
  const port = await freePort();
  const notice = createUpgradeNotice({ port, host: '127.0.0.1', say: (line) => void lines.push(line) });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await expect(ask('/healthz')).rejects.toThrow('fetch failed');
  await notice.follow({ kind: 'applies', name: '0023-passage-tokens.sql', no: 1, of: 2 });
  await notice.follow({ kind: 'applies', name: '0024-passage-repeats.sql', no: 2, of: 2 });
  expect(lines).toEqual([
    '正在升级数据 1/2（0023-passage-tokens.sql），书多时需要几分钟，请不要关闭……',
    '正在升级数据 2/2（0024-passage-repeats.sql），书多时需要几分钟，请不要关闭……',
  ]);
  const [alive, ready, page] = [await ask('/healthz'), await ask('/readyz'), await ask('/')];
  expect([alive.status, ready.status, page.status]).toEqual([200, 503, 503]);
  expect(await alive.json()).toMatchObject({ status: 'starting' });
  expect(page.headers.get('retry-after')).toBe('10');
  await notice.end();
  await expect(ask('/healthz')).rejects.toThrow('fetch failed');
});

it('continues if the port is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const notice = createUpgradeNotice({ port, host: '127.0.0.1', say: () => undefined });
  await expect(notice.follow({ kind: 'waits' })).resolves.toBeUndefined();
  await notice.end();
  expect(other.listening).toBe(true);
  await new Promise((resolve) => other.close(resolve));
});
