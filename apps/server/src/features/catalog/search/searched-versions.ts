/**
 * Caches what search needs of a version: its outline and table of contents. Parsing the manifest of a large version for each search would
 * be expensive.
 */
import type { NavigationEntry, PublicationManifest } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { readManifests } from '../../publication/versions/read-version.ts';
import { documentIndexes, outlineOf, type VersionOutline } from '../../publication/versions/version-outline.ts';

/** An entry of the table of contents that links into the text. */
export interface ContentsEntry {
  readonly title: string;
  /** Href of the entry's document. */
  readonly document: string;
  /** Fragment of the entry's link; may be empty. */
  readonly fragment: string;
  readonly blockId: string | undefined;
  /** Index of the entry's document in the reading order. */
  readonly documentIndex: number;
}

export interface SearchedVersion extends VersionOutline {
  /** Entries of the table of contents in reading order. */
  readonly contents: readonly ContentsEntry[];
  /** Whether the version has a page list of the paper book. */
  readonly hasPages: boolean;
}

/**
 * Versions by id. Entries never expire, because released versions never change. The size of an entry is the number of its documents and
 * table-of-contents entries; the full cache has about 20 MB.
 */
const cache = new LruCache<string, SearchedVersion>({ max: 150_000, sizeOf: ({ contents, chars }) => contents.length + chars.length });

const contentsOf = (manifest: PublicationManifest): ContentsEntry[] => {
  const indexes = documentIndexes(manifest);
  const entriesIn = ({ title, href, blockId, children = [] }: NavigationEntry): ContentsEntry[] => {
    const [part = '', ...fragments] = href?.split('#') ?? [];
    const documentIndex = indexes.get(part) ?? -1;
    const document = manifest.readingOrder[documentIndex]?.href;
    const own = document === undefined ? [] : [{ title, document, fragment: fragments.join('#'), blockId, documentIndex }];
    return [...own, ...children.flatMap(entriesIn)];
  };
  return manifest.toc.flatMap(entriesIn);
};

/** Returns the released versions among `versionIds`, by id. */
export const findSearchedVersions = async (db: Queryable, versionIds: readonly string[]): Promise<ReadonlyMap<string, SearchedVersion>> => {
  const found = new Map<string, SearchedVersion>();
  const missing: string[] = [];
  for (const id of new Set(versionIds)) {
    const cached = cache.get(id);
    if (cached === undefined) missing.push(id);
    else found.set(id, cached);
  }
  for (const { id, manifest } of missing.length === 0 ? [] : await readManifests(db, missing)) {
    const version = { ...outlineOf(manifest), contents: contentsOf(manifest), hasPages: manifest.pageList.length > 0 };
    found.set(id, version);
    cache.set(id, version);
  }
  return found;
};
