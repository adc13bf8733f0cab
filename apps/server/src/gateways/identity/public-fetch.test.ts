/**
 * Tests of fetching URLs that an administrator entered: no request reaches the server's own network, whatever address a host name resolves
 * to.
 */
import dns from 'node:dns';
import { createServer as createPlainServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPublicFetch } from './public-fetch.ts';

const PUBLIC_4 = { address: '93.184.216.34', family: 4 };
const PUBLIC_6 = { address: '2606:2800:220:1:248:1893:25c8:1946', family: 6 };

let connections = 0;
const inside = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => inside.close(resolve)));

const realLookup = dns.lookup;
/** Makes every host name resolve to these addresses. `seen` is called before the resolver responds. */
const resolveTo = (addresses: readonly { address: string; family: number }[], seen: () => void = () => undefined): void => {
  dns.lookup = ((_host: string, _options: object, done: (error: Error | null, found: readonly object[]) => void) => {
    seen();
    done(null, addresses);
  }) as unknown as typeof dns.lookup;
  syncBuiltinESMExports();
};
beforeEach(() => {
  connections = 0;
});
afterEach(() => {
  dns.lookup = realLookup;
  syncBuiltinESMExports();
});

const ask = createPublicFetch({ ownHosts: new Set() });
const errorOf = (url: string, options: Parameters<typeof ask>[1] = {}): Promise<unknown> =>
  ask(url, options).then(
    (response) => response,
    (error: unknown) => error,
  );
const isBlocked = (error: unknown): boolean => error instanceof Error && error.name === 'BlockedAddressError';

describe('a name that resolves to an address in our own network', () => {
  it('is not requested, with the resolver of this machine', async () => {
    const error = await errorOf(`https://localhost:${port}/.well-known/openid-configuration`);
    expect([isBlocked(error), connections]).toEqual([true, 0]);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('is not requested: %s', async (address) => {
    resolveTo([{ address, family: address.includes(':') ? 6 : 4 }]);
    const error = await errorOf(`https://idp.example.com:${port}/`);
    expect([isBlocked(error), connections]).toEqual([true, 0]);
  });

  it.each([
    ['first', [{ address: '127.0.0.1', family: 4 }, PUBLIC_4]],
    ['last', [PUBLIC_4, PUBLIC_6, { address: '127.0.0.1', family: 4 }]],
    ['in the other family', [PUBLIC_4, { address: '::1', family: 6 }]],
  ])('is not requested when that is one of several addresses, %s', async (_, addresses) => {
    resolveTo(addresses);
    expect([isBlocked(await errorOf(`https://idp.example.com:${port}/`)), connections]).toEqual([true, 0]);
  });

  it('is not requested when it resolves to nothing', async () => {
    resolveTo([]);
    expect(isBlocked(await errorOf('https://idp.example.com/'))).toBe(true);
  });

  it('is checked with the address used for the connection, and not with an earlier one', async () => {
    let responses = 0;
    // The request is aborted as soon as the host name is resolved, so nothing leaves this machine.
    const ended = new AbortController();
    resolveTo([PUBLIC_4, PUBLIC_6], () => {
      responses += 1;
      ended.abort();
    });
    const error = await errorOf('https://idp.example.com/', { signal: ended.signal });
    expect([isBlocked(error), responses]).toEqual([false, 1]);
    resolveTo([{ address: '127.0.0.1', family: 4 }]);
    expect([isBlocked(await errorOf(`https://idp.example.com:${port}/`)), connections]).toEqual([true, 0]);
  });
});

describe('a URL with an IP address', () => {
  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0177.0.0.1', '127.1'])(
    'in our own network is not requested in any notation: %s',
    async (host) => expect([isBlocked(await errorOf(`https://${host}:${port}/`)), connections]).toEqual([true, 0]),
  );

  it('is requested by https only', async () => {
    for (const url of ['http://idp.example.com/', 'ftp://idp.example.com/', 'file:///etc/passwd'])
      expect(isBlocked(await errorOf(url)), url).toBe(true);
  });
});

describe('a host in our own network that the operator has configured', () => {
  it('is requested, and no other host at the same address', async () => {
    const school = createPlainServer((_request, response) => response.end('the school'));
    await new Promise<void>((resolve) => school.listen(0, '127.0.0.1', resolve));
    const own = `localhost:${(school.address() as AddressInfo).port}`;
    const askOwn = createPublicFetch({ ownHosts: new Set([own]) });
    expect(await (await askOwn(`http://${own}/`, {})).text()).toBe('the school');
    await expect(askOwn(`https://${own.replace('localhost', '127.0.0.1')}/`, {})).rejects.toThrow('not a public address');
    await expect(askOwn(`https://localhost:${port}/`, {})).rejects.toThrow('not a public address');
    expect(connections).toBe(0);
    await new Promise((resolve) => school.close(resolve));
  });

  it('cannot redirect us to another host', async () => {
    const sender = createPlainServer((_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end());
    await new Promise<void>((resolve) => sender.listen(0, '127.0.0.1', resolve));
    const own = `127.0.0.1:${(sender.address() as AddressInfo).port}`;
    expect((await createPublicFetch({ ownHosts: new Set([own]) })(`http://${own}/`, {})).status).toBe(302);
    expect(connections).toBe(0);
    await new Promise((resolve) => sender.close(resolve));
  });
});
