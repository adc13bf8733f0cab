/** Reads the table of contents, page list and landmarks from an EPUB 3 navigation document or an EPUB 2 NCX. */
import type { Archive } from '../archive/archive.ts';
import type { Findings } from '../findings.ts';
import { resolveReference } from './paths.ts';
import { attribute, childElements, descendants, firstChild, parseXml, textOf, type XmlElement } from './xml.ts';

/** A link as written in the book; `path` is an archive path that is not yet resolved. */
export interface NavigationLink {
  readonly title: string;
  readonly path: string | undefined;
  readonly fragment: string | undefined;
  /** The `epub:type` of a landmark. */
  readonly role: string | undefined;
  readonly children: readonly NavigationLink[];
}

export interface Navigation {
  readonly toc: readonly NavigationLink[];
  readonly pageList: readonly NavigationLink[];
  readonly landmarks: readonly NavigationLink[];
}

/**
 * The maximum depth of a table of contents; deeper entries are shown at this level. No screen indents further, and malicious books nest
 * thousands.
 */
const TOC_DEPTH_MAX = 12;

export const readNavigationDocument = (archive: Archive, path: string, findings: Findings): Navigation => {
  const root = parseXml(archive.read(path), path, findings);
  const lists = root ? [...descendants(root)].filter((element) => element.name === 'nav') : [];
  const list = (type: string): NavigationLink[] => {
    const nav = lists.find((element) =>
      (attribute(element, 'epub:type') ?? attribute(element, 'role') ?? '')
        .split(/\s+/)
        .some((word) => word === type || word === `doc-${type.replace('-', '')}`),
    );
    return nav ? readItems(firstOrderedList(nav), path, 1, findings) : [];
  };
  return { toc: list('toc'), pageList: list('page-list'), landmarks: list('landmarks') };
};

const firstOrderedList = (element: XmlElement): XmlElement | undefined =>
  [...descendants(element)].find((child) => child.name === 'ol' || child.name === 'ul');

const readItems = (list: XmlElement | undefined, base: string, depth: number, findings: Findings): NavigationLink[] =>
  childElements(list, 'li').flatMap((item) => {
    const label =
      childElements(item).find((child) => child.name === 'a' || child.name === 'span') ??
      [...descendants(item)].find((child) => child.name === 'a');
    const children = readItems(
      childElements(item).find((child) => child.name === 'ol' || child.name === 'ul'),
      base,
      depth + 1,
      findings,
    );
    const title = label ? textOf(label) || (attribute(label, 'title') ?? '') : '';
    return makeLink(
      base,
      { title, reference: label && attribute(label, 'href'), role: label && attribute(label, 'epub:type') },
      children,
      depth,
      findings,
    );
  });

export const readNcx = (archive: Archive, path: string, findings: Findings): Navigation => {
  const root = parseXml(archive.read(path), path, findings);
  const points = (parent: XmlElement | undefined, name: string, depth: number): NavigationLink[] =>
    childElements(parent, name).flatMap((point) => {
      const label = firstChild(firstChild(point, 'navlabel'), 'text');
      const content = firstChild(point, 'content');
      const written = { title: label ? textOf(label) : '', reference: content && attribute(content, 'src'), role: undefined };
      return makeLink(path, written, points(point, name, depth + 1), depth, findings);
    });
  return {
    toc: points(firstChild(root, 'navmap'), 'navpoint', 1),
    pageList: points(firstChild(root, 'pagelist'), 'pagetarget', 1),
    landmarks: [],
  };
};

const makeLink = (
  base: string,
  written: { title: string; reference: string | undefined; role: string | undefined },
  children: NavigationLink[],
  depth: number,
  findings: Findings,
): NavigationLink[] => {
  const target = written.reference === undefined ? undefined : resolveReference(base, written.reference);
  if (target && target.kind !== 'inside') {
    findings.add({ severity: 'dropped', code: 'nav.foreignTarget', message: '目录里有指向书外的链接，已去掉链接', path: base });
  }
  const inside = target?.kind === 'inside' ? target : undefined;
  if (written.title === '' && !inside) return children;
  const link = { title: written.title, path: inside?.path, fragment: inside?.fragment, role: written.role };
  if (depth < TOC_DEPTH_MAX) return [{ ...link, children }];
  if (children.length > 0)
    findings.add({ severity: 'repaired', code: 'nav.tooDeep', message: `目录层级超过 ${TOC_DEPTH_MAX} 层，更深的条目已并入`, path: base });
  return [{ ...link, children: [] }, ...children];
};
