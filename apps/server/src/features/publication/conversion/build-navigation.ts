/**
 * Table of contents, page list and landmarks with addresses of segments and stable blocks; a missing table of contents is built from
 * headings.
 */
import type { NavigationEntry } from '@shufang/contract';
import type { Findings } from '../findings.ts';
import type { NavigationLink } from '../package/navigation.ts';
import type { Publication } from '../package/read-publication.ts';
import { type DocumentFacts, targetIn } from './document-index.ts';

export interface BuiltNavigation {
  readonly toc: NavigationEntry[];
  readonly pageList: NavigationEntry[];
  readonly landmarks: NavigationEntry[];
}

export const buildNavigation = (
  publication: Publication,
  documents: readonly DocumentFacts[],
  byPath: ReadonlyMap<string, DocumentFacts>,
  findings: Findings,
): BuiltNavigation => {
  const convert = (links: readonly NavigationLink[]): NavigationEntry[] => links.flatMap((link) => convertLink(link));
  const convertLink = (link: NavigationLink): NavigationEntry[] => {
    const children = convert(link.children);
    const found = link.path === undefined ? undefined : publication.index.find(link.path);
    const document = found && byPath.get(found.path);
    if (link.path !== undefined && !document) {
      findings.add({ severity: 'dropped', code: 'nav.missingTarget', message: '目录条目指向不存在的章节，已去掉链接', path: link.path });
      if (children.length === 0) return [];
    }
    const target = document && targetIn(document, link.fragment);
    const title = link.title || document?.title || '未命名';
    return [entryOf(title, target, link.role, children)];
  };
  const toc = convert(publication.navigation.toc);
  if (toc.length === 0) findings.add({ severity: 'repaired', code: 'nav.built', message: '书里没有目录，已按章节标题生成' });
  return {
    toc: toc.length > 0 ? toc : buildFromHeadings(documents),
    pageList: convert(publication.navigation.pageList),
    landmarks: convert(publication.navigation.landmarks),
  };
};

const entryOf = (
  title: string,
  target: { href: string; fragment: string | undefined; blockId: string | undefined } | undefined,
  role: string | undefined,
  children: NavigationEntry[],
): NavigationEntry => ({
  title,
  ...(target ? { href: target.fragment === undefined ? target.href : `${target.href}#${target.fragment}` } : {}),
  ...(target?.blockId === undefined ? {} : { blockId: target.blockId }),
  ...(role === undefined ? {} : { role }),
  ...(children.length > 0 ? { children } : {}),
});

/** Builds a table of contents: one entry per document, with its first heading; headings of the next level are its children. */
const buildFromHeadings = (documents: readonly DocumentFacts[]): NavigationEntry[] =>
  documents.map((document, index) => {
    const [first, ...rest] = document.headings;
    const level = Math.min(...rest.map((heading) => heading.level));
    const children = rest
      .filter((heading) => heading.level === level)
      .map((heading): NavigationEntry => entryOf(heading.title, targetOfBlock(document, heading.block), undefined, []));
    return entryOf(first?.title || document.title || `第 ${index + 1} 节`, targetIn(document, undefined), undefined, children);
  });

const targetOfBlock = (document: DocumentFacts, block: number): ReturnType<typeof targetIn> => {
  const fragment = [...document.elementIds].find(([, at]) => at === block)?.[0];
  if (fragment !== undefined) return targetIn(document, fragment);
  return { ...targetIn({ ...document, elementIds: new Map([['', block]]) }, ''), fragment: undefined };
};

/** Maps each document address to its first title in the table of contents, which is its chapter title. */
export const chapterTitles = (toc: readonly NavigationEntry[]): Map<string, string> => {
  const titles = new Map<string, string>();
  const visit = (entries: readonly NavigationEntry[]): void => {
    for (const entry of entries) {
      const href = entry.href?.replace(/#.*$/, '');
      if (href !== undefined && !titles.has(href)) titles.set(href, entry.title);
      visit(entry.children ?? []);
    }
  };
  visit(toc);
  return titles;
};
