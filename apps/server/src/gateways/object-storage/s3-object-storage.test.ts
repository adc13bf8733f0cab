/**
 * Tests of the S3 adapter with an emulator in this process, and with a server that checks signatures when one is running
 * (tooling/test-services).
 */
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import { describe, expect, it } from 'vitest';
import { describeObjectStorage } from './object-storage.contract.ts';
import { ObjectStorageUnavailableError } from './object-storage.ts';
import { openS3ObjectStorage, type S3Settings } from './s3-object-storage.ts';

const BUCKET = 'shufang-test';

const makeBucket = async (settings: S3Settings): Promise<void> => {
  const { accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({ ...settings, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  try {
    await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  } catch (error) {
    if (!(error instanceof Error && error.name.startsWith('Bucket'))) throw error;
  } finally {
    client.destroy();
  }
};

describeObjectStorage('objects in an S3 emulator', async () => {
  const server = await startFauxqs({ port: 0, logger: false });
  const keys = { accessKeyId: 'test', secretAccessKey: 'test' };
  const settings = { endpoint: server.address, bucket: BUCKET, region: 'us-east-1', pathStyle: true, ...keys };
  await makeBucket(settings);
  const storage = await openS3ObjectStorage(settings);
  return {
    storage,
    close: async () => {
      storage.close();
      await server.stop();
    },
  };
});

/** The settings of the server that `tooling/test-services/swift.sh` starts. */
const strict: S3Settings = {
  endpoint: process.env['TEST_S3_ENDPOINT'] ?? 'http://127.0.0.1:9110',
  bucket: BUCKET,
  region: 'us-east-1',
  accessKeyId: 'test:tester',
  secretAccessKey: 'testing',
  pathStyle: true,
};

/**
 * The strict server if it is available, otherwise an empty list. Swift needs Debian and root; the emulator above runs everywhere. `npm
 * test` starts Swift and sets a variable, and then Swift must be reachable.
 */
const strictServers =
  process.env['TEST_S3_STRICT'] === '1'
    ? [strict]
    : await fetch(`${strict.endpoint}/healthcheck`).then(
        () => [strict],
        () => [],
      );

describe.each(strictServers)('on OpenStack Swift, which checks signatures', (settings) => {
  describeObjectStorage('objects in a strict S3 server', async () => {
    await makeBucket(settings);
    const storage = await openS3ObjectStorage(settings);
    return { storage, close: async () => storage.close() };
  });

  it('signed links work without authentication, have the Chinese file name, and become invalid when altered or expired', async () => {
    await makeBucket(settings);
    const storage = await openS3ObjectStorage(settings);
    const key = 'test/signed/book';
    await storage.put(key, Buffer.from('正文'), { mediaType: 'text/plain', bytes: 6 });
    const link = String(await storage.signedUrl(key, { expiresInMs: 60_000, fileName: '红楼梦 第一回.epub' }));
    const response = await fetch(link);
    expect([response.status, await response.text()]).toEqual([200, '正文']);
    expect(decodeURIComponent(String(response.headers.get('content-disposition')))).toContain('红楼梦 第一回.epub');
    const altered = link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600');
    expect(altered).not.toBe(link);
    expect((await fetch(altered)).status).toBe(403);
    expect((await fetch(link.replace('signed/book', 'signed/other'))).status).toBe(403);
    const brief = String(await storage.signedUrl(key, { expiresInMs: 1_000 }));
    await expect.poll(async () => (await fetch(brief)).status, { timeout: 10_000, interval: 300 }).toBe(403);
    await storage.delete(key);
    storage.close();
  });

  it('a wrong secret is refused at startup', async () => {
    await expect(openS3ObjectStorage({ ...settings, secretAccessKey: 'wrong' })).rejects.toThrow(ObjectStorageUnavailableError);
  });
});

it('throws when the store is unreachable', async () => {
  await expect(openS3ObjectStorage({ ...strict, endpoint: 'http://127.0.0.1:9149' })).rejects.toThrow(ObjectStorageUnavailableError);
});
