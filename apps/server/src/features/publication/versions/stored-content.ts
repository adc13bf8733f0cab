/** Where the stored bytes of a served file are: small files of a version share one object. */
import { buffer } from 'node:stream/consumers';
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

/** Number of bytes between two files of an object that are read and dropped instead of requesting the files separately. */
const GAP_BYTES_MAX = 65_536;

interface PartOfObject extends StoredContent {
  readonly part: NonNullable<StoredContent['part']>;
}

const isPart = (content: StoredContent): content is PartOfObject => content.part !== undefined;

/** Divides parts of one object into groups that are read by one request, in the order of their beginnings. */
const groupNeighbors = (parts: readonly PartOfObject[]): PartOfObject[][] => {
  const groups: PartOfObject[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const content of parts.toSorted((a, b) => a.part.start - b.part.start)) {
    const { start, bytes } = content.part;
    if (start - end > GAP_BYTES_MAX) groups.push([]);
    groups.at(-1)?.push(content);
    end = Math.max(end, start + bytes);
  }
  return groups;
};

/** Number of requests to the store at the same time. */
const PARALLEL = 6;

/**
 * Reads the stored bytes of many small files: neighbors in an object by one request. Returns them by `keyOfContent`. Throws
 * `ObjectNotFoundError`.
 */
export const readContents = async (
  objects: Pick<ObjectStorage, 'get'>,
  contents: readonly StoredContent[],
): Promise<ReadonlyMap<string, Buffer<ArrayBuffer>>> => {
  const found = new Map<string, Buffer<ArrayBuffer>>();
  const readWhole = async (content: StoredContent): Promise<void> => {
    found.set(keyOfContent(content), Buffer.from(await buffer((await getContent(objects, content)).stream)));
  };
  const readGroup = async (group: readonly PartOfObject[]): Promise<void> => {
    const [first] = group;
    if (first === undefined) return;
    const start = first.part.start;
    const end = Math.max(...group.map(({ part }) => part.start + part.bytes));
    const bytes = Buffer.from(
      await buffer((await getContent(objects, { sha256: first.sha256, part: { start, bytes: end - start } })).stream),
    );
    for (const content of group)
      found.set(keyOfContent(content), bytes.subarray(content.part.start - start, content.part.start - start + content.part.bytes));
  };
  const readings = [
    ...contents.filter((content) => !isPart(content)).map((content) => () => readWhole(content)),
    ...[...Map.groupBy(contents.filter(isPart), ({ sha256 }) => sha256).values()]
      .flatMap(groupNeighbors)
      .map((group) => () => readGroup(group)),
  ].values();
  const work = async (): Promise<void> => {
    for (const read of readings) await read();
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return found;
};
