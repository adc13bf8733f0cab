/**
 * The images, styles, fonts, audio and video of a publication: read from the archive when a document first uses them, checked by
 * content, cleaned and packed. Unused files are never unpacked.
 */
import type { Archive } from '../archive/archive.ts';
import { cleanCss } from '../content/clean-css.ts';
import type { Resolve } from '../content/content-model.ts';
import { decodeText } from '../content/decode-text.ts';
import { collectFindings } from '../content/findings.ts';
import type { Findings } from '../findings.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { deobfuscate } from '../package/encryption.ts';
import { withFallback } from '../package/package-document.ts';
import { servedHref } from '../package/paths.ts';
import type { Publication } from '../package/read-publication.ts';
import { cleanSvgFile } from '../resources/clean-svg-file.ts';
import { readImageHeader, readSvgSize } from '../resources/image-size.ts';
import { SERVED_TYPES, sniffMediaType } from '../resources/media-types.ts';
import type { ObjectPack, PackedContent } from './object-pack.ts';

export interface Resource {
  /** The address at which the resource is served; `uses` of documents contain it. */
  readonly href: string;
  readonly mediaType: string;
  readonly width?: number;
  readonly height?: number;
  readonly content: PackedContent;
  /** Fonts, images and imported style sheets that a style sheet uses. */
  readonly uses: readonly string[];
  /** The cleaned markup of an SVG, from which the cover thumbnail is drawn; absent for other images, which are read from the archive. */
  readonly drawable?: Buffer;
}

/** Resources larger than this are copied in pieces; only audio and video may be larger. */
const BUFFERED_RESOURCE_BYTES_MAX = 32 * 1_048_576;
const HEAD_BYTES = 4_096;

export interface ResourceCollector {
  /** Returns the resource at an archive path; undefined when it cannot be served (the findings say why). */
  add(path: string): Resource | undefined;
  /** All resources added so far, by address. */
  byHref(): ReadonlyMap<string, Resource>;
  readonly hrefs: Set<string>;
}

export const createResourceCollector = (
  archive: Archive,
  publication: Publication,
  pack: ObjectPack,
  findings: Findings,
  resolveFrom: (path: string) => Resolve,
): ResourceCollector => {
  const added = new Map<string, Resource | undefined>();
  const served = new Map<string, Resource>();
  const hrefs = new Set<string>();
  /** Paths of the files that are being opened, each of which is used by the one before it. */
  const opening = new Set<string>();
  const { itemsById, version } = publication.document;
  const itemsByPath = new Map([...itemsById.values()].map((item) => [item.path, item]));
  // EPUB 3 forbids what the package does not list; EPUB 2 books often list too little, and readers show the rest.
  const mustBeListed = Number.parseFloat(version) >= 3;

  const drop = (code: string, message: string, path: string): undefined => {
    findings.add({ severity: 'dropped', code, message, path });
    return undefined;
  };

  const addLarge = (path: string, stated: string): Omit<Resource, 'href'> | undefined => {
    let head: Uint8Array = new Uint8Array();
    const content = pack.addPieces((onPiece) => {
      archive.readInPieces(path, (piece) => {
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
        onPiece(piece);
      });
    }, stated);
    const mediaType = sniffMediaType(head, stated, path);
    if (!mediaType || !/^(?:audio|video)\//.test(mediaType)) return drop('resource.tooLarge', '文件过大，未导入', path);
    return { mediaType, content: { ...content, mediaType }, uses: [] };
  };

  const addStyle = (bytes: Buffer, path: string, href: string): Omit<Resource, 'href'> | undefined => {
    const collected = collectFindings(path);
    const cleaned = cleanCss(decodeText(bytes, collected), resolveFrom(path), { href });
    findings.addAll(collected.list());
    findings.addAll(cleaned.findings);
    return { mediaType: 'text/css', content: pack.addText(cleaned.css, 'text/css'), uses: cleaned.uses };
  };

  const addSvg = (bytes: Buffer, path: string, href: string): Omit<Resource, 'href'> | undefined => {
    const cleaned = cleanSvgFile({ bytes, href, resolve: resolveFrom(path) });
    findings.addAll(cleaned.findings);
    if (cleaned.svg === undefined) return drop('image.broken', '图片已损坏或格式不符，已用替代文字显示', path);
    const drawable = Buffer.from(cleaned.svg);
    const content = pack.addText(cleaned.svg, 'image/svg+xml');
    return {
      mediaType: 'image/svg+xml',
      ...readSvgSize(cleaned.svg),
      content,
      uses: cleaned.uses,
      ...(cleaned.usesRepetition ? {} : { drawable }),
    };
  };

  const addImage = (bytes: Buffer, mediaType: string, path: string): Omit<Resource, 'href'> | undefined => {
    const size = readImageHeader(bytes, mediaType);
    if (!size) return drop('image.broken', '图片已损坏或格式不符，已用替代文字显示', path);
    if (size.width * size.height > PUBLICATION_LIMITS.imagePixels) {
      return drop('image.tooLarge', `图片像素过大（上限 ${PUBLICATION_LIMITS.imagePixels / 10_000} 万像素），已用替代文字显示`, path);
    }
    return { mediaType, ...size, content: pack.add(bytes, mediaType), uses: [] };
  };

  const readFont = (path: string, stated: string): Buffer => {
    const bytes = archive.read(path);
    const kind = publication.obfuscated.get(path);
    if (!kind || sniffMediaType(bytes, stated, path)?.startsWith('font/')) return bytes;
    const restored = deobfuscate(bytes, kind, publication.document.metadata.uniqueIdentifier);
    if (!restored) findings.add({ severity: 'dropped', code: 'font.noKey', message: '字体经过混淆但缺少密钥，已改用默认字体', path });
    else findings.add({ severity: 'notice', code: 'font.restored', message: '已还原经过混淆的字体', path });
    return restored ?? bytes;
  };

  const open = (path: string): Resource | undefined => {
    const entry = archive.entries.get(path);
    if (!entry) return undefined;
    const item = itemsByPath.get(path);
    if (!item && mustBeListed) return drop('resource.unlisted', '文件没有列在清单里，按 EPUB 标准不显示', path);
    const stated = item?.mediaType ?? '';
    const href = servedHref(path, hrefs);
    if (entry.bytes > BUFFERED_RESOURCE_BYTES_MAX) {
      const large = addLarge(path, stated);
      return large && { href, ...large };
    }
    const bytes = readFont(path, stated);
    const mediaType = sniffMediaType(bytes, stated, path);
    if (!mediaType || !SERVED_TYPES.has(mediaType)) {
      if (stated.startsWith('image/')) return drop('image.broken', '图片已损坏或格式不符，已用替代文字显示', path);
      return drop('resource.unsupported', '不支持的文件类型，未导入', path);
    }
    let found: Omit<Resource, 'href'> | undefined;
    if (mediaType === 'text/css') found = addStyle(bytes, path, href);
    else if (mediaType === 'image/svg+xml') found = addSvg(bytes, path, href);
    else if (mediaType.startsWith('image/')) found = addImage(bytes, mediaType, path);
    else found = { mediaType, content: pack.add(bytes, mediaType), uses: [] };
    return found && { href, ...found };
  };

  /** Returns whether the file itself can be served; the decision of `open` needs all of it, this one only its start. */
  const isServed = (path: string, stated: string): boolean => {
    const entry = archive.entries.get(path);
    if (!entry || entry.bytes > BUFFERED_RESOURCE_BYTES_MAX) return true;
    return SERVED_TYPES.has(sniffMediaType(archive.read(path), stated, path) ?? '');
  };

  /** Returns the file, or the first file of its fallbacks that can be served. */
  const chosenPath = (path: string): string => {
    const item = itemsByPath.get(path);
    if (item?.fallbackId === undefined) return path;
    return withFallback(item, itemsById, (each) => isServed(each.path, each.mediaType))?.path ?? path;
  };

  const add = (path: string): Resource | undefined => {
    if (added.has(path)) return added.get(path);
    if (opening.has(path)) return drop('resource.loop', '文件互相引用成环，已断开', path);
    opening.add(path);
    const chosen = chosenPath(path);
    const resource = chosen === path ? open(path) : add(chosen);
    opening.delete(path);
    if (chosen !== path && resource) {
      findings.add({ severity: 'notice', code: 'resource.fallback', message: '文件的格式不能显示，已使用备用文件', path });
    }
    added.set(path, resource);
    if (resource) served.set(resource.href, resource);
    return resource;
  };

  return {
    add,
    byHref: () => served,
    hrefs,
  };
};
