/** The port to where files live: covers, book resources, uploads. A folder by default, an S3-speaking store by setting. */
import type { Readable } from 'node:stream';

export interface ObjectToPut {
  key: string;
  body: Uint8Array | Readable;
  mediaType: string;
  bytes: number;
}

export interface ObjectStorage {
  /**
   * Stores an object whole or not at all; once it resolves the object survives a crash. A key under `sha256/` names its
   * content, so one that is already there with the same size is not written again. Throws when the body has not `bytes` bytes.
   */
  put(key: string, body: Uint8Array | Readable, options: { mediaType: string; bytes: number }): Promise<void>;
  /** Puts many small objects side by side, far cheaper than one after another. Rejects with the first failure; some may be stored. */
  putMany(objects: Iterable<ObjectToPut>): Promise<void>;
  /** `range` counts bytes, both ends included; an end past the object is cut. Throws `ObjectNotFoundError`, `RangeNotSatisfiableError`. */
  get(key: string, range?: { start: number; end: number }): Promise<{ stream: Readable; bytes: number; totalBytes: number }>;
  head(key: string): Promise<{ bytes: number } | undefined>;
  /** No error when there is none. */
  delete(key: string): Promise<void>;
  /** Keys that begin with `prefix`, ascending. */
  list(prefix: string): AsyncIterable<string>;
  /** A link that works without our server for a while; undefined when the store has none (our content origin serves it then). */
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

/** The store could not be reached or refused us; the supplier's error is the cause. */
export class ObjectStorageUnavailableError extends Error {
  override readonly name = 'ObjectStorageUnavailableError';
}

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const KEY_MAX_LENGTH = 512;

/** Refuses keys that are not plain ASCII segments: no `..`, no leading dot, no empty segment, nothing a path could mean. */
export const assertObjectKey = (key: string): void => {
  if (key.length > KEY_MAX_LENGTH || !key.split('/').every((segment) => SEGMENT.test(segment))) {
    throw new TypeError(`object key not allowed: ${JSON.stringify(key.slice(0, 100))}`);
  }
};

/** A prefix is a key, or a key cut off anywhere, or empty. */
export const assertObjectPrefix = (prefix: string): void => {
  if (prefix === '') return;
  assertObjectKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
};

/** Content-addressed keys never change their bytes, so a second put may be skipped. */
export const isContentAddressed = (key: string): boolean => key.startsWith('sha256/');

/** Cuts a wished range to the object; `undefined` range means all of it. */
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

/** Runs `work` for each item, at most `limit` at the same time; rejects with the first failure after the running ones ended. */
export const forEachAtMost = async <T>(limit: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> => {
  const iterator = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true && failures.length === 0; next = iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  if (failures.length > 0) throw failures[0];
};
