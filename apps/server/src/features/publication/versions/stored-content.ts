/** Where the stored bytes of a served file are: small files of a version share one object. */
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import type { ObjectStorage } from '../../../gateways/object-storage/object-storage.ts';

export interface StoredContent {
  /** Hash of the stored object. */
  readonly sha256: string;
  /** The bytes of the object that are the file; undefined: all. */
  readonly part: { readonly start: number; readonly bytes: number } | undefined;
}

/** Returns a string that identifies the stored bytes. They never change. */
export const keyOfContent = ({ sha256, part }: StoredContent): string => (part === undefined ? sha256 : `${sha256}-${part.start}`);

/**
 * Returns the stored bytes of a file. `range` counts bytes of the file from 0, both ends included, and must be inside it. Throws
 * `ObjectNotFoundError`.
 */
export const getContent = (
  objects: Pick<ObjectStorage, 'get'>,
  { sha256, part }: StoredContent,
  range?: { readonly start: number; readonly end: number },
): ReturnType<ObjectStorage['get']> => {
  const key = contentKey(sha256);
  if (part === undefined) return objects.get(key, range);
  return objects.get(key, { start: part.start + (range?.start ?? 0), end: part.start + (range?.end ?? part.bytes - 1) });
};
