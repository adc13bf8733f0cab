/**
 * Reads texts of books (documents, style sheets, drawings) from the object store. The most recent ones stay in memory, because the readers
 * of a class fetch the same chapters. Stored objects never change.
 */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { getContent, keyOfContent, type StoredContent } from '../publication/versions/stored-content.ts';

/** Maximum size of all cached texts, compressed. */
const CACHE_BYTES = 16 * 1_048_576;
/** Larger texts are read from the store for each request. */
const CACHED_TEXT_BYTES_MAX = 131_072;

export interface StoredText {
  readonly body: Buffer | Readable;
  readonly bytes: number;
}

/** Returns a function that reads the stored bytes of a text. It throws `ObjectNotFoundError`. */
export const createTextReader = (objects: Pick<ObjectStorage, 'get'>): ((content: StoredContent) => Promise<StoredText>) => {
  const cache = new LruCache<string, Buffer>({ max: CACHE_BYTES, sizeOf: ({ length }) => length });
  return async (content) => {
    const key = keyOfContent(content);
    const cached = cache.get(key);
    if (cached !== undefined) return { body: cached, bytes: cached.length };
    const { stream, bytes } = await getContent(objects, content);
    if (bytes > CACHED_TEXT_BYTES_MAX) return { body: stream, bytes };
    const body = await buffer(stream);
    cache.set(key, body);
    return { body, bytes };
  };
};
