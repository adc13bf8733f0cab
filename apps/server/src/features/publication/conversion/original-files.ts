/**
 * The original files of documents that the package marks as scripted: the document, its scripts, styles, pictures and frames, unchanged. They
 * are a second set of resources of the version, to which nothing links (docs/decisions/0022-interactive-books.md).
 */
import type { Archive } from '../archive/archive.ts';
import type { Publication } from '../package/read-publication.ts';
import { SERVED_TYPES, sniffMediaType } from '../resources/media-types.ts';
import type { ObjectPack, PackedContent } from './object-pack.ts';
import type { SpineDocument } from './read-spine.ts';

export interface OriginalFile {
  /** Path in the archive. */
  readonly href: string;
  readonly mediaType: string;
  readonly content: PackedContent;
  /** The scripted documents that need the file, by their index in the reading order. */
  readonly usedBy: readonly number[];
}

/** Larger files are copied in pieces. */
const BUFFERED_BYTES_MAX = 32 * 1_048_576;
/** Files that a scripted document may need besides what any document may show. */
const TEXT_TYPES = new Map([
  ['application/xhtml+xml', 'application/xhtml+xml'],
  ['text/javascript', 'text/javascript'],
  ['application/javascript', 'text/javascript'],
  ['application/ecmascript', 'text/javascript'],
  ['text/css', 'text/css'],
  ['image/svg+xml', 'image/svg+xml'],
]);
/** What can be the name of a file in the text of a document, style or script. */
const FILE_NAME = /[^\s"'`()<>=,;?#\\/]+\.[a-z0-9]{1,8}/gi;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
};

/** Returns the path of the original of a document; undefined if the package does not mark it as scripted. */
export const originalOf = ({ spine: { item } }: SpineDocument, archive: Archive): string | undefined =>
  item.properties.includes('scripted') && archive.entries.has(item.path) ? item.path : undefined;

/**
 * Packs the original files. A file belongs to a document if its name occurs in the document, or in another text file that belongs to it: a
 * script can put an address together, but rarely the name. Other documents of the reading order do not belong to it.
 */
export const packOriginals = (
  {
    archive,
    publication,
    spine,
  }: { readonly archive: Archive; readonly publication: Publication; readonly spine: readonly SpineDocument[] },
  pack: ObjectPack,
): OriginalFile[] => {
  const items = [...publication.document.itemsById.values()];
  const inReadingOrder = new Set(publication.document.spine.map(({ item }) => item.path));
  const byName = new Map<string, (typeof items)[number][]>();
  for (const item of items) {
    if (inReadingOrder.has(item.path) || item.properties.includes('nav') || !archive.entries.has(item.path)) continue;
    const name = nameOf(item.path);
    byName.set(name, [...(byName.get(name) ?? []), item]);
  }
  const types = new Map(items.map((item) => [item.path, item.mediaType]));
  const packed = new Map<string, { file: Omit<OriginalFile, 'usedBy'>; names: ReadonlySet<string> } | undefined>();

  const packFile = (path: string): { file: Omit<OriginalFile, 'usedBy'>; names: ReadonlySet<string> } | undefined => {
    const stated = types.get(path) ?? '';
    const text = TEXT_TYPES.get(stated);
    if ((archive.entries.get(path)?.bytes ?? 0) > BUFFERED_BYTES_MAX) {
      if (!/^(?:audio|video)\//.test(stated) || !SERVED_TYPES.has(stated)) return undefined;
      const content = pack.addPieces((onPiece) => archive.readInPieces(path, onPiece), stated);
      return { file: { href: path, mediaType: stated, content }, names: new Set() };
    }
    const bytes = archive.read(path);
    const mediaType = text ?? sniffMediaType(bytes, stated, path);
    if (mediaType === undefined || (text === undefined && !SERVED_TYPES.has(mediaType))) return undefined;
    const names = new Set(text === undefined ? [] : Array.from(bytes.toString('utf8').matchAll(FILE_NAME), ([name]) => decoded(name)));
    return { file: { href: path, mediaType, content: pack.add(bytes, mediaType) }, names };
  };
  const take = (path: string) => {
    if (!packed.has(path)) packed.set(path, packFile(path));
    return packed.get(path);
  };

  const users = new Map<string, number[]>();
  for (const [index, document] of spine.entries()) {
    const original = originalOf(document, archive);
    if (original === undefined) continue;
    const waiting = [original];
    const seen = new Set(waiting);
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const taken = take(path);
      if (taken === undefined) continue;
      users.set(path, [...(users.get(path) ?? []), index]);
      for (const name of taken.names)
        for (const item of byName.get(name) ?? []) {
          if (seen.has(item.path)) continue;
          seen.add(item.path);
          waiting.push(item.path);
        }
    }
  }
  return [...users].flatMap(([path, usedBy]) => {
    const taken = packed.get(path);
    return taken === undefined ? [] : [{ ...taken.file, usedBy }];
  });
};
