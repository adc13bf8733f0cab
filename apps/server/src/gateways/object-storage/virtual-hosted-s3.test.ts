/** Tests of the S3 adapter with a server that refuses path style, signed chunks and the SDK's own checksums, as Alibaba Cloud OSS does. */
import dns from 'node:dns';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeObjectStorage } from './object-storage.contract.ts';
import { ObjectStorageUnavailableError } from './object-storage.ts';
import { openS3ObjectStorage, type S3Settings } from './s3-object-storage.ts';
import { startVirtualHostedS3, type VirtualHostedS3 } from './testing/virtual-hosted-s3.ts';

const DOMAIN = 's3.oss.test';
const account = { bucket: 'shufang-books', region: 'cn-hangzhou', accessKeyId: 'LTAItest', secretAccessKey: 'secret/of+oss' };

/** Makes every subdomain of the test server resolve to this machine, as a supplier's wildcard DNS does. */
const resolveHere = (): void => {
  const lookup = dns.lookup;
  vi.spyOn(dns, 'lookup').mockImplementation(((host: string, options: dns.LookupAllOptions, done: (...found: unknown[]) => void) => {
    if (!host.endsWith(DOMAIN)) return lookup(host, options, done);
    return options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
  }) as unknown as typeof dns.lookup);
};

const open = async (): Promise<{ server: VirtualHostedS3; settings: S3Settings }> => {
  const server = await startVirtualHostedS3({ ...account, domain: DOMAIN });
  return { server, settings: { ...account, endpoint: server.endpoint, pathStyle: false } };
};

beforeAll(resolveHere);
afterAll(() => vi.restoreAllMocks());

describeObjectStorage('objects where the bucket is a host name', async () => {
  const { server, settings } = await open();
  const storage = await openS3ObjectStorage(settings);
  return {
    storage,
    close: async () => {
      storage.close();
      await server.close();
    },
  };
});

describe('S3 with the bucket in the host name', () => {
  it('path style, a wrong secret and a wrong region are refused at startup', async () => {
    const { server, settings } = await open();
    const refused = async (changes: Partial<S3Settings>): Promise<unknown> =>
      openS3ObjectStorage({ ...settings, ...changes }).then(
        () => undefined,
        (error: unknown) => error,
      );
    const byPath = await refused({ pathStyle: true });
    expect(byPath).toBeInstanceOf(ObjectStorageUnavailableError);
    expect(byPath).toMatchObject({ cause: { $metadata: { httpStatusCode: 403 } } });
    const wrongSecret = await refused({ secretAccessKey: 'wrong' });
    expect(wrongSecret).toBeInstanceOf(ObjectStorageUnavailableError);
    const wrongRegion = await refused({ region: 'us-east-1' });
    expect(wrongRegion).toBeInstanceOf(ObjectStorageUnavailableError);
    expect(server.refusals).toEqual(['SecondLevelDomainForbidden', 'SignatureDoesNotMatch', 'InvalidAccessKeyId']);
    expect(server.accepted).toEqual([]);
    await server.close();
  });

  it('every call of the adapter is signed and names the bucket in its host, and none is refused', async () => {
    const { server, settings } = await open();
    const storage = await openS3ObjectStorage(settings);
    await storage.put('test/memory', Buffer.from('memory'), { mediaType: 'text/plain', bytes: 6 });
    await storage.put('test/stream', Readable.from([Buffer.from('str'), Buffer.from('eam')]), { mediaType: 'text/plain', bytes: 6 });
    expect(await text((await storage.get('test/stream')).stream)).toBe('stream');
    expect(await text((await storage.get('test/memory', { start: 1, end: 2 })).stream)).toBe('em');
    const keys: string[] = [];
    for await (const key of storage.list('test/')) keys.push(key);
    expect(keys).toEqual(['test/memory', 'test/stream']);
    await storage.delete('test/memory');
    const host = `shufang-books.${DOMAIN}`;
    expect(server.accepted).toEqual([
      `HEAD ${host} /`,
      `PUT ${host} /test/memory`,
      `PUT ${host} /test/stream`,
      `GET ${host} /test/stream`,
      `GET ${host} /test/memory`,
      `GET ${host} /`,
      `DELETE ${host} /test/memory`,
    ]);
    expect(server.refusals).toEqual([]);
    storage.close();
    await server.close();
  });

  it('a signed link names the bucket in its host, works without authentication and becomes invalid when altered', async () => {
    const { server, settings } = await open();
    const storage = await openS3ObjectStorage(settings);
    await storage.put('test/book', Buffer.from('正文'), { mediaType: 'text/plain', bytes: 6 });
    const link = String(await storage.signedUrl('test/book', { expiresInMs: 60_000, fileName: '红楼梦 第一回.epub' }));
    expect(new URL(link).hostname).toBe(`shufang-books.${DOMAIN}`);
    const response = await fetch(link);
    expect([response.status, await response.text()]).toEqual([200, '正文']);
    expect(decodeURIComponent(String(response.headers.get('content-disposition')))).toContain('红楼梦 第一回.epub');
    expect((await fetch(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).status).toBe(403);
    expect((await fetch(link.replace('test/book', 'test/other'))).status).toBe(403);
    storage.close();
    await server.close();
  });
});
