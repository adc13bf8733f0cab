/**
 * Selects the files of the reading order that are displayable documents: follows fallbacks, wraps images in pages, leaves out and
 * reports the rest.
 */
import type { Archive } from '../archive/archive.ts';
import { findChild, textOf } from '../content/content-tree.ts';
import { decodeText } from '../content/decode-text.ts';
import { collectFindings } from '../content/findings.ts';
import { parseMarkup } from '../content/parse-markup.ts';
import { escapeAttribute } from '../content/serialize.ts';
import type { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { type ManifestItem, type SpineItem, withFallback } from '../package/package-document.ts';
import { servedHref } from '../package/paths.ts';
import type { Publication } from '../package/read-publication.ts';
import { refuseEntities } from '../package/xml.ts';
import { readImageHeader } from '../resources/image-size.ts';
import { sniffMediaType } from '../resources/media-types.ts';
import { refuseLargeFile, refuseManyElements } from './document-size.ts';

export interface SpineDocument {
  /** Path in the archive; references inside the document are relative to it. */
  readonly path: string;
  readonly href: string;
  readonly mediaType: 'application/xhtml+xml' | 'image/svg+xml';
  readonly spine: SpineItem;
  readonly isFixed: boolean;
  /** Returns the content; unpacks it again at the second call, and if not all documents fit in memory. */
  readonly read: () => Uint8Array;
  readonly bytes: number;
}

const PROLOG_CHARS = 65_536;
/** Maximum total size of the documents that stay in memory from here to their conversion; the others are unpacked again. */
const HELD_BYTES_MAX = 16 * 1_048_576;

export const readSpine = (archive: Archive, publication: Publication, hrefs: Set<string>, findings: Findings): SpineDocument[] => {
  const unpacked = createUnpackedDocuments(archive);
  const documents = publication.document.spine.flatMap((spine) => readSpineItem(unpacked, publication, spine, hrefs, findings));
  if (documents.length === 0) {
    throw new ImportRefusal('package.noChapters', '书里没有可以阅读的章节：阅读顺序里的文件都不是可以显示的文档', {
      path: publication.document.path,
    });
  }
  return documents;
};

interface UnpackedDocuments {
  /** Returns the content of a file that is small enough to convert. Throws `ImportRefusal`. */
  read(path: string): Buffer;
  /** Returns the text of the fallback document of an image, which becomes the alternative text of the image. */
  alternativeText(path: string): string;
  /** Returns the content for the conversion, which forgets it. */
  take(path: string): Buffer;
}

/** Unpacks each document once for its type and its conversion, as far as they fit in memory. */
const createUnpackedDocuments = (archive: Archive): UnpackedDocuments => {
  const held = new Map<string, Buffer>();
  let heldBytes = 0;
  const read = (path: string): Buffer => {
    const existing = held.get(path);
    if (existing) return existing;
    refuseLargeFile(archive.entries.get(path)?.bytes ?? 0, path);
    const content = archive.read(path);
    if (heldBytes + content.length > HELD_BYTES_MAX) return content;
    heldBytes += content.length;
    held.set(path, content);
    return content;
  };
  const texts = new Map<string, string>();
  const alternativeText = (path: string): string => {
    const text = texts.get(path) ?? textOfFallback(read(path), path);
    texts.set(path, text);
    return text;
  };
  const take = (path: string): Buffer => {
    const content = read(path);
    if (held.delete(path)) heldBytes -= content.length;
    return content;
  };
  return { read, alternativeText, take };
};

const readSpineItem = (
  unpacked: UnpackedDocuments,
  publication: Publication,
  spine: SpineItem,
  hrefs: Set<string>,
  findings: Findings,
): SpineDocument[] => {
  const { itemsById } = publication.document;
  const types = new Map<ManifestItem, string | undefined>();
  const typeOf = (item: ManifestItem): string | undefined => {
    if (types.has(item)) return types.get(item);
    const type =
      sniffMediaType(unpacked.read(item.path), item.mediaType, item.path) ??
      (item.mediaType === 'application/xhtml+xml' ? item.mediaType : undefined);
    types.set(item, type);
    return type;
  };
  const isDocument = (item: ManifestItem): boolean => ['application/xhtml+xml', 'image/svg+xml'].includes(typeOf(item) ?? '');
  // Scripts do not run: a scripted document that has a document to fall back on is replaced by it.
  const isScripted = (item: ManifestItem): boolean => item.properties.includes('scripted') && item.fallbackId !== undefined;
  const isShown = (item: ManifestItem): boolean => isDocument(item) || typeOf(item)?.startsWith('image/') === true;
  const layout = spine.properties.find((property) => property.startsWith('layout-'));
  const isFixed = layout === undefined ? publication.isFixedLayout : layout === 'layout-pre-paginated';
  const chosen =
    withFallback(spine.item, itemsById, (item) => isShown(item) && !isScripted(item)) ?? withFallback(spine.item, itemsById, isShown);
  if (chosen && isDocument(chosen)) {
    if (chosen !== spine.item)
      findings.add({ severity: 'notice', code: 'spine.fallback', message: '章节使用了备用文件', path: chosen.path });
    const { path } = chosen;
    const mediaType = typeOf(chosen) === 'image/svg+xml' ? 'image/svg+xml' : 'application/xhtml+xml';
    const content = unpacked.read(path);
    checkProlog(content, path);
    refuseManyElements(content, path);
    const read = (): Uint8Array => unpacked.take(path);
    return [{ path, href: servedHref(path, hrefs), mediaType, spine, isFixed, read, bytes: content.length }];
  }
  const { path } = chosen ?? spine.item;
  if (chosen) {
    const fallback = withFallback(chosen, itemsById, isDocument);
    const alternative = fallback && unpacked.alternativeText(fallback.path);
    const page = Buffer.from(pageAround(path, unpacked.read(path), typeOf(chosen) ?? '', isFixed, alternative));
    return [
      {
        path,
        href: servedHref(`${path}.xhtml`, hrefs),
        mediaType: 'application/xhtml+xml',
        spine,
        isFixed,
        read: () => page,
        bytes: page.length,
      },
    ];
  }
  findings.add({ severity: 'dropped', code: 'spine.unsupported', message: '章节文件不是可以显示的文档，也没有备用文件，未导入', path });
  return [];
};

const ALTERNATIVE_CHARS_MAX = 1_000;

/** Returns the first characters of the text of a document. Throws `ImportRefusal`. */
const textOfFallback = (bytes: Buffer, path: string): string => {
  checkProlog(bytes, path);
  refuseManyElements(bytes, path);
  const findings = collectFindings(path);
  const { root } = parseMarkup(decodeText(bytes, findings), findings);
  return textOf(findChild(root, 'body') ?? root)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, ALTERNATIVE_CHARS_MAX);
};

/**
 * Returns a page that shows an image which is an item of the reading order. In a fixed layout the page has the size of the image. `text`: that
 * of the document that the package names for readers that cannot show the image.
 */
const pageAround = (path: string, image: Buffer, mediaType: string, isFixed: boolean, text: string | undefined): string => {
  const name = path.replace(/^.*\//, '');
  const title = escapeAttribute(name);
  const alternative = escapeAttribute(text || name);
  const size = isFixed ? readImageHeader(image, mediaType) : undefined;
  const head = size
    ? `<meta name="viewport" content="width=${size.width}, height=${size.height}"/><style>body{margin:0}p{margin:0}img{display:block;width:${size.width}px;height:${size.height}px}</style>`
    : '';
  return `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title>${head}</head><body><p><img src="${encodeURIComponent(name)}" alt="${alternative}"/></p></body></html>`;
};

/** Refuses a document whose DOCTYPE `refuseEntities` refuses ([Note: entities]). Zero bytes are ignored, so that UTF-16 is checked too. */
const checkProlog = (content: Buffer, path: string): void => {
  const head = content.toString('latin1', 0, PROLOG_CHARS).replaceAll('\x00', '');
  const start = head.search(/<!DOCTYPE/i);
  if (start < 0) return;
  const rest = head.slice(start + '<!DOCTYPE'.length);
  const subset = rest.search(/[[>]/);
  const end = rest[subset] === '[' ? rest.search(/\]\s*>/) : subset;
  refuseEntities(end < 0 ? rest : rest.slice(0, end), path);
};
