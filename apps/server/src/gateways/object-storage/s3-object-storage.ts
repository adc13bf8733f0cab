/**
 * Objects in an S3-compatible store of any supplier. Avoids features that some suppliers reject: checksum headers and signed chunks, the
 * batch delete that requires Content-MD5, bucket addressing by host or by path where only the other is supported, keys that are not ASCII.
 */
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  assertObjectKey,
  assertObjectPrefix,
  forEachAtMost,
  isContentAddressed,
  ObjectNotFoundError,
  type ObjectStorage,
  ObjectStorageUnavailableError,
  RangeNotSatisfiableError,
  resolveRange,
} from './object-storage.ts';

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /**
   * Whether the bucket is named in the path (`https://endpoint/bucket/key`, `S3_PATH_STYLE`); false for a bucket in the host
   * (`https://bucket.endpoint/key`), the only form that Alibaba Cloud OSS supports.
   */
  pathStyle: boolean;
}

const CONNECT_TIMEOUT_MS = 3_000;
const RESPONSE_TIMEOUT_MS = 30_000;
const PARALLEL_PUTS = 32;

/** Logger that discards everything: the SDK must not print, because every failure is thrown to the caller. */
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
function ignore(): void {}

const isMissing = (error: unknown): boolean => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/**
 * Converts an error of the SDK to an error of this module with the SDK's error as the cause. Errors of this module are returned unchanged.
 */
const explain = (error: unknown, key: string): unknown => {
  if (isMissing(error)) return new ObjectNotFoundError(key, { cause: error });
  const reason = error instanceof Error ? error.name : String(error);
  return new ObjectStorageUnavailableError(`object store failed for ${key || 'the bucket'}: ${reason}`, { cause: error });
};

/** Opens the store and verifies with one signed call that the bucket exists and the keys are valid. */
export const openS3ObjectStorage = async (settings: S3Settings): Promise<ObjectStorage & { close(): void }> => {
  const { bucket } = settings;
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: settings.pathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    logger: silent,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      httpAgent: { maxSockets: PARALLEL_PUTS * 2 },
      httpsAgent: { maxSockets: PARALLEL_PUTS * 2 },
    },
  });

  const call = async <T>(key: string, send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      throw explain(error, key);
    }
  };

  const headBytes = async (key: string): Promise<number | undefined> => {
    assertObjectKey(key);
    try {
      const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return found.ContentLength ?? 0;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw explain(error, key);
    }
  };

  const put: ObjectStorage['put'] = async (key, body, { mediaType, bytes }) => {
    assertObjectKey(key);
    if (isContentAddressed(key) && (await headBytes(key)) === bytes) {
      if (!(body instanceof Uint8Array)) body.destroy();
      return;
    }
    if (body instanceof Uint8Array && body.byteLength !== bytes) {
      throw new Error(`object ${key} should have ${bytes} bytes but its body has ${body.byteLength}`);
    }
    const request = { Bucket: bucket, Key: key, ContentLength: bytes, ContentType: mediaType };
    if (body instanceof Uint8Array) {
      await call(key, () => client.send(new PutObjectCommand({ ...request, Body: body })));
      return;
    }
    const counted = exactly(body, bytes, key);
    const broken = new AbortController();
    // The SDK does not listen to errors of the body; without this listener a broken upload would wait forever.
    counted.once('error', (error) => broken.abort(error));
    try {
      await client.send(new PutObjectCommand({ ...request, Body: counted }), { abortSignal: broken.signal });
    } catch (error) {
      throw broken.signal.aborted ? broken.signal.reason : explain(error, key);
    } finally {
      counted.destroy();
    }
  };

  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    client.destroy();
    throw explain(error, '');
  }

  return {
    put,
    putMany: (objects) => forEachAtMost(PARALLEL_PUTS, objects, ({ key, body, mediaType, bytes }) => put(key, body, { mediaType, bytes })),
    async get(key, range) {
      assertObjectKey(key);
      if (range !== undefined) resolveRange(key, Number.MAX_SAFE_INTEGER, range);
      try {
        const found = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: key,
            ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        const bytes = found.ContentLength ?? 0;
        return { stream: found.Body as Readable, bytes, totalBytes: Number(found.ContentRange?.split('/')[1] ?? bytes) };
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) throw new RangeNotSatisfiableError(key);
        throw explain(error, key);
      }
    },
    async head(key) {
      const bytes = await headBytes(key);
      return bytes === undefined ? undefined : { bytes };
    },
    async delete(key) {
      assertObjectKey(key);
      try {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      } catch (error) {
        if (!isMissing(error)) throw explain(error, key);
      }
    },
    async *list(prefix) {
      assertObjectPrefix(prefix);
      let next: string | undefined;
      do {
        const page = await call(prefix, () =>
          client.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(next === undefined ? {} : { ContinuationToken: next }) }),
          ),
        );
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },
    async signedUrl(key, { expiresInMs, fileName }) {
      assertObjectKey(key);
      const disposition =
        fileName === undefined ? {} : { ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeRfc5987(fileName)}` };
      return getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key, ...disposition }), {
        expiresIn: Math.max(1, Math.ceil(expiresInMs / 1_000)),
      });
    },
    close: () => client.destroy(),
  };
};

/** Encodes a name for a header by RFC 5987. */
const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`);

/** Passes on the bytes of the body. Throws as soon as there are more than the declared number, or at the end if there are fewer. */
const exactly = (body: Readable, bytes: number, key: string): Readable =>
  Readable.from(
    (async function* () {
      let seen = 0;
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        seen += chunk.byteLength;
        if (seen > bytes) throw new Error(`object ${key} should have ${bytes} bytes but its body is longer`);
        yield chunk;
      }
      if (seen !== bytes) throw new Error(`object ${key} should have ${bytes} bytes but its body has ${seen}`);
    })(),
    { objectMode: false },
  );
