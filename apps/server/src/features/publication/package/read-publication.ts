/** Reads an EPUB's package into one object: metadata, files, reading order and navigation, before any document is converted. */
import type { Archive } from '../archive/archive.ts';
import type { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { findPackageDocument } from './container.ts';
import { type Obfuscation, readEncryption } from './encryption.ts';
import { type Navigation, type NavigationLink, readNavigationDocument, readNcx } from './navigation.ts';
import { type ManifestItem, type PackageDocument, readPackageDocument } from './package-document.ts';
import { PathIndex, resolveReference } from './paths.ts';
import { descendants, parseXml, textOf } from './xml.ts';

export interface Publication {
  readonly document: PackageDocument;
  readonly index: PathIndex;
  readonly navigation: Navigation;
  readonly coverItem: ManifestItem | undefined;
  readonly obfuscated: ReadonlyMap<string, Obfuscation>;
  readonly isFixedLayout: boolean;
}

/** Roles of the EPUB 2 guide that have another name in EPUB 3. */
const GUIDE_ROLES: Readonly<Record<string, string>> = { text: 'bodymatter', start: 'bodymatter', 'title-page': 'titlepage' };

export const readPublication = (archive: Archive, findings: Findings): Publication => {
  const packagePath = findPackageDocument(archive, findings);
  const obfuscated = readEncryption(archive, findings);
  const index = new PathIndex(archive.entries.keys());
  const document = readPackageDocument(archive, packagePath, index, findings);
  if (document.spine.length === 0)
    throw new ImportRefusal('package.noChapters', '书里没有可以阅读的章节：阅读顺序（spine）是空的，或列出的文件都不存在', {
      path: packagePath,
    });
  const items = [...document.itemsById.values()];
  return {
    document,
    index,
    navigation: readNavigation(archive, document, items, findings),
    coverItem: findCover(document, items, index),
    obfuscated,
    isFixedLayout: document.metadata.layout === 'fixed' || isFixedForIBooks(archive, index, findings),
  };
};

const readNavigation = (archive: Archive, document: PackageDocument, items: readonly ManifestItem[], findings: Findings): Navigation => {
  const navItem = items.find((item) => item.properties.includes('nav'));
  const ncxItem = document.itemsById.get(document.ncxId ?? '') ?? items.find((item) => item.mediaType === 'application/x-dtbncx+xml');
  const nav = navItem && readNavigationDocument(archive, navItem.path, findings);
  const ncx = ncxItem && readNcx(archive, ncxItem.path, findings);
  const first = (part: keyof Navigation): readonly NavigationLink[] =>
    [nav?.[part], ncx?.[part]].find((links) => links && links.length > 0) ?? [];
  const landmarks = first('landmarks');
  return { toc: first('toc'), pageList: first('pageList'), landmarks: landmarks.length > 0 ? landmarks : guideLandmarks(document) };
};

const guideLandmarks = (document: PackageDocument): NavigationLink[] =>
  document.guide.flatMap((entry) => {
    const target = resolveReference(document.path, entry.reference);
    if (target.kind !== 'inside') return [];
    const role = GUIDE_ROLES[entry.type] ?? entry.type;
    return [{ title: entry.title || role, path: target.path, fragment: target.fragment, role, children: [] }];
  });

/** Finds the cover by EPUB 3 property, EPUB 2 meta or EPUB 2 guide; only images count. */
const findCover = (document: PackageDocument, items: readonly ManifestItem[], index: PathIndex): ManifestItem | undefined => {
  const guide = document.guide.find((entry) => entry.type === 'cover');
  const target = guide && resolveReference(document.path, guide.reference);
  const guidePath = target?.kind === 'inside' ? index.find(target.path)?.path : undefined;
  const candidates = [
    items.find((item) => item.properties.includes('cover-image')),
    document.itemsById.get(document.metadata.coverId ?? ''),
    items.find((item) => item.path === guidePath),
    items.find((item) => /(?:^|\/)cover\.(?:jpe?g|png|webp|gif)$/i.test(item.path)),
  ];
  return candidates.find((item) => item?.mediaType.startsWith('image/'));
};

/** Detects fixed-layout books made for Apple before EPUB 3 defined fixed layout. */
const isFixedForIBooks = (archive: Archive, index: PathIndex, findings: Findings): boolean => {
  const path = index.find('META-INF/com.apple.ibooks.display-options.xml')?.path;
  const root = path && parseXml(archive.read(path), path, findings);
  if (!root) return false;
  return [...descendants(root)].some(
    (option) => option.name === 'option' && option.attributes['name'] === 'fixed-layout' && textOf(option) === 'true',
  );
};
