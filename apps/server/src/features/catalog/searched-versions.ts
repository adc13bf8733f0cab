/** What search must know of the versions its hits are in, small enough to keep for many books: a manifest of a large one is costly to parse. */
import type { NavigationEntry } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { readManifests, type StoredManifest } from '../media/publication/read-publication.ts';
import { documentIndexes, outlineOf, type VersionOutline } from '../media/publication/version-outline.ts';

/** An entry of the contents that leads into the text. */
export interface ContentsEntry {
  readonly title: string;
  /** Address of its document. */
  readonly document: string;
  /** May be empty. */
  readonly fragment: string;
  readonly blockId: string | undefined;
  /** Of the document in the reading order. */
  readonly documentIndex: number;
}

export interface SearchedVersion extends VersionOutline {
  /** In reading order. */
  readonly contents: readonly ContentsEntry[];
  /** It knows the pages of the paper book. */
  readonly hasPages: boolean;
}

/** Versions never change once released. */
const kept = new Map<string, SearchedVersion>();
/** Entries and documents of all that are kept: some 20 MB. */
const KEPT_PARTS_MAX = 150_000;
let keptParts = 0;

const partsOf = ({ contents, chars }: SearchedVersion): number => contents.length + chars.length;

/** Those asked for of late stay. */
const keep = (id: string, version: SearchedVersion): void => {
  if (!kept.delete(id)) keptParts += partsOf(version);
  kept.set(id, version);
  for (const [oldest, old] of kept) {
    if (keptParts <= KEPT_PARTS_MAX) break;
    kept.delete(oldest);
    keptParts -= partsOf(old);
  }
};

const contentsOf = (manifest: StoredManifest): ContentsEntry[] => {
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

/** Of the released versions among these. */
export const findSearchedVersions = async (
  deps: { readonly db: Queryable },
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, SearchedVersion>> => {
  const asked = [...new Set(versionIds)];
  const found = new Map(asked.flatMap((id) => (kept.has(id) ? [[id, kept.get(id) as SearchedVersion] as const] : [])));
  const missing = asked.filter((id) => !found.has(id));
  for (const { id, manifest } of missing.length === 0 ? [] : await readManifests(deps.db, missing)) {
    found.set(id, { ...outlineOf(manifest), contents: contentsOf(manifest), hasPages: manifest.pageList.length > 0 });
  }
  for (const [id, version] of found) keep(id, version);
  return found;
};
