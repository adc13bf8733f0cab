/** Reads the package document (OPF): the files of the publication and their reading order. */
import type { Archive } from '../archive/archive.ts';
import type { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { type PackageMetadata, readMetadata } from './metadata.ts';
import { type PathIndex, resolveReference } from './paths.ts';
import { attribute, childElements, firstChild, parseXml, type XmlElement } from './xml.ts';

export interface ManifestItem {
  readonly id: string;
  /** Path of the file in the archive. */
  readonly path: string;
  /** The media type as declared in the package; the real type is determined from the content. */
  readonly mediaType: string;
  readonly properties: readonly string[];
  readonly fallbackId: string | undefined;
  /** Id of the media overlay document that narrates the item. */
  readonly overlayId: string | undefined;
}

export interface SpineItem {
  readonly item: ManifestItem;
  readonly linear: boolean;
  /**
   * Properties of an item of the reading order: `rendition:layout-pre-paginated`, `page-spread-left` and so on, without the `rendition:`
   * prefix.
   */
  readonly properties: readonly string[];
}

export interface PackageDocument {
  readonly path: string;
  readonly metadata: PackageMetadata;
  readonly itemsById: ReadonlyMap<string, ManifestItem>;
  readonly spine: readonly SpineItem[];
  readonly ncxId: string | undefined;
  /** The version of EPUB as written, for example `3.0`. */
  readonly version: string;
  readonly progression: 'ltr' | 'rtl';
  readonly guide: readonly { readonly type: string; readonly title: string; readonly reference: string }[];
}

export const readPackageDocument = (archive: Archive, path: string, index: PathIndex, findings: Findings): PackageDocument => {
  const root = parseXml(archive.read(path), path, findings);
  if (!root || childElements(root).length === 0)
    throw new ImportRefusal('package.empty', '包文件（.opf）是空的，缺少书目信息和内容清单', { path });
  const itemsById = readManifest(firstChild(root, 'manifest'), path, index, findings);
  const spineElement = firstChild(root, 'spine');
  const metadata = readMetadata(root);
  return {
    path,
    metadata,
    version: attribute(root, 'version') ?? '',
    itemsById,
    spine: readSpine(spineElement, path, itemsById, findings),
    ncxId: spineElement && attribute(spineElement, 'toc'),
    progression: readProgression(attribute(spineElement ?? root, 'page-progression-direction'), metadata.languages[0]),
    guide: childElements(firstChild(root, 'guide'), 'reference').map((reference) => ({
      type: attribute(reference, 'type') ?? '',
      title: attribute(reference, 'title') ?? '',
      reference: attribute(reference, 'href') ?? '',
    })),
  };
};

/** Languages that are written from right to left, and scripts that make any language so. */
const RIGHT_TO_LEFT =
  /^(?:ar|arc|azb|ckb|dv|fa|he|iw|ji|ks|lrc|mzn|nqo|pnb|prs|ps|sd|syr|ug|ur|yi)(?:-(?!latn|cyrl)|$)|-(?:arab|hebr|syrc|thaa|nkoo)(?:-|$)/i;

/** Returns the stated direction of the pages; without one, that in which the language is written. */
const readProgression = (stated: string | undefined, language: string | undefined): 'ltr' | 'rtl' => {
  if (stated === 'ltr' || stated === 'rtl') return stated;
  return RIGHT_TO_LEFT.test(language ?? '') ? 'rtl' : 'ltr';
};

/** Maximum number of further occurrences of files in the reading order; each is converted by itself. */
const REPETITIONS_MAX = 100;

const readManifest = (manifest: XmlElement | undefined, path: string, index: PathIndex, findings: Findings): Map<string, ManifestItem> => {
  const items = new Map<string, ManifestItem>();
  for (const element of childElements(manifest, 'item')) {
    const id = attribute(element, 'id');
    const href = attribute(element, 'href');
    if (!id || !href) {
      findings.add({ severity: 'dropped', code: 'manifest.incomplete', message: '清单里有不完整的条目，已忽略', path, line: element.line });
      continue;
    }
    if (items.has(id)) {
      findings.add({
        severity: 'dropped',
        code: 'manifest.duplicateId',
        message: '清单里有重复的编号，已采用第一个',
        path,
        line: element.line,
      });
      continue;
    }
    const found = locateItem(href, path, element.line, index, findings);
    if (!found) continue;
    items.set(id, {
      id,
      path: found,
      mediaType: (attribute(element, 'media-type') ?? '').toLowerCase().replace(/;.*$/s, '').trim(),
      properties: splitNames(attribute(element, 'properties')),
      fallbackId: attribute(element, 'fallback'),
      overlayId: attribute(element, 'media-overlay'),
    });
  }
  return items;
};

const locateItem = (href: string, path: string, line: number, index: PathIndex, findings: Findings): string | undefined => {
  const reference = resolveReference(path, href);
  if (reference.kind === 'external') {
    findings.add({ severity: 'dropped', code: 'manifest.remote', message: '清单引用了网络上的文件，未导入', path, line });
    return undefined;
  }
  if (reference.kind === 'forbidden') {
    throw new ImportRefusal('package.forbiddenAddress', `清单里有不允许的地址（${reference.scheme}:）`, { path, line });
  }
  const found = index.find(reference.path);
  if (!found) {
    if (reference.leaked) throw new ImportRefusal('package.outside', '清单里的文件路径指向压缩包之外', { path, line });
    findings.add({ severity: 'dropped', code: 'manifest.missingFile', message: '清单里的文件不存在，已忽略', path: reference.path });
    return undefined;
  }
  if (reference.leaked)
    findings.add({ severity: 'repaired', code: 'manifest.leakedPath', message: '文件路径超出了根目录，已按根目录处理', path: found.path });
  if (!found.exact)
    findings.add({
      severity: 'repaired',
      code: 'manifest.looseName',
      message: '文件名的大小写或编码与清单不一致，已自动匹配',
      path: found.path,
    });
  return found.path;
};

const readSpine = (
  spine: XmlElement | undefined,
  path: string,
  itemsById: ReadonlyMap<string, ManifestItem>,
  findings: Findings,
): SpineItem[] => {
  const items: SpineItem[] = [];
  const paths = new Set<string>();
  let repetitions = 0;
  for (const element of childElements(spine, 'itemref')) {
    const item = itemsById.get(attribute(element, 'idref') ?? '');
    if (!item) {
      findings.add({
        severity: 'dropped',
        code: 'spine.unknownItem',
        message: '阅读顺序里有不存在的章节，已忽略',
        path,
        line: element.line,
      });
    } else if (paths.has(item.path) && ++repetitions > REPETITIONS_MAX) {
      findings.add({
        severity: 'dropped',
        code: 'spine.repeatedItem',
        message: `章节在阅读顺序里重复出现超过 ${REPETITIONS_MAX} 次，多余的已忽略`,
        path: item.path,
      });
    } else {
      paths.add(item.path);
      const properties = splitNames(attribute(element, 'properties')).map((property) => property.replace(/^rendition:/, ''));
      items.push({ item, linear: attribute(element, 'linear') !== 'no', properties });
    }
  }
  return items;
};

const splitNames = (value: string | undefined): string[] => value?.split(/\s+/).filter(Boolean) ?? [];

/** Returns the item itself or the first item of its fallback chain that `accepts` allows; a circular chain ends. */
export const withFallback = (
  item: ManifestItem,
  itemsById: ReadonlyMap<string, ManifestItem>,
  accepts: (item: ManifestItem) => boolean,
): ManifestItem | undefined => {
  const visited = new Set<ManifestItem>();
  for (let next: ManifestItem | undefined = item; next && !visited.has(next); next = itemsById.get(next.fallbackId ?? '')) {
    if (accepts(next)) return next;
    visited.add(next);
  }
  return undefined;
};
