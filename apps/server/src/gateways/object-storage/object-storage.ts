/**
 * The interface of file storage: covers, book resources, uploads. Files are stored in a folder by default, or in an S3-compatible store by
 * configuration.
 */
import type { Readable } from 'node:stream';

export interface ObjectToPut {
  key: string;
  body: Uint8Array | Readable;
  mediaType: string;
  bytes: number;
}

export interface ObjectStorage {
  /**
   * Stores an object completely or not at all; after it resolves the object survives a crash. A key under `sha256/` identifies the content,
   * so an existing object with the same size is not written again. Throws when the body does not have `bytes` bytes.
   */
  put(key: string, body: Uint8Array | Readable, options: { mediaType: string; bytes: number }): Promise<void>;
  /**
   * Stores many small objects in parallel, which is much faster than one after another. Rejects with the first failure; some may be stored.
   */
  putMany(objects: Iterable<ObjectToPut>): Promise<void>;
  /**
   * Returns the bytes of an object. `range` counts bytes from 0, both ends included; an end past the object is truncated. Throws
   * `ObjectNotFoundError`, `RangeNotSatisfiableError`.
   */
  get(key: string, range?: { start: number; end: number }): Promise<{ stream: Readable; bytes: number; totalBytes: number }>;
  head(key: string): Promise<{ bytes: number } | undefined>;
  /** Deletes an object. Does not throw if the object does not exist. */
  delete(key: string): Promise<void>;
  /** Returns keys that begin with `prefix`, in ascending order. */
  list(prefix: string): AsyncIterable<string>;
  /**
   * Returns a temporary URL from which a client downloads the object without our server; undefined if the store cannot create such URLs,
   * and then the content origin serves the file.
   */
  signedUrl(key: string, options: { expiresInMs: number; fileName?: string }): Promise<string | undefined>;
}

export class ObjectNotFoundError extends Error {
  override readonly name = 'ObjectNotFoundError';
  constructor(key: string, options?: ErrorOptions) {
    super(`no object ${key}`, options);
  }
}

export class RangeNotSatisfiableError extends Error {
  override readonly name = 'RangeNotSatisfiableError';
  constructor(key: string) {
    super(`range outside of ${key}`);
  }
}

/** Thrown when the object store is unreachable or refuses the request; the supplier's error is the cause. */
export class ObjectStorageUnavailableError extends Error {
  override readonly name = 'ObjectStorageUnavailableError';
}

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const KEY_MAX_LENGTH = 512;

/** Throws unless the key consists of plain ASCII segments: no `..`, no leading dot, no empty segment, nothing a path could interpret. */
export const assertObjectKey = (key: string): void => {
  if (key.length > KEY_MAX_LENGTH || !key.split('/').every((segment) => SEGMENT.test(segment))) {
    throw new TypeError(`object key not allowed: ${JSON.stringify(key.slice(0, 100))}`);
  }
};

/** Throws unless the prefix is a key, the beginning of a key, or empty. */
export const assertObjectPrefix = (prefix: string): void => {
  if (prefix === '') return;
  assertObjectKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
};

/** Returns whether a key is content-addressed. The bytes of such an object never change, so it need not be written twice. */
export const isContentAddressed = (key: string): boolean => key.startsWith('sha256/');

/** Limits a requested range to the size of the object; an `undefined` range is the whole object. */
export const resolveRange = (
  key: string,
  totalBytes: number,
  range: { start: number; end: number } | undefined,
): { start: number; end: number; bytes: number } => {
  if (range === undefined) return { start: 0, end: totalBytes - 1, bytes: totalBytes };
  const end = Math.min(range.end, totalBytes - 1);
  if (!Number.isSafeInteger(range.start) || range.start < 0 || range.start > end) throw new RangeNotSatisfiableError(key);
  return { start: range.start, end, bytes: end - range.start + 1 };
};

/** Runs `work` for each item, at most `limit` at a time. Rejects with the first failure after the running ones have ended. */
export const forEachAtMost = async <T>(limit: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> => {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true && failures.length === 0; next = iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
};
