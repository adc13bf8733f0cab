/** The table of contents of the product page, with access and reading times. */
import type { NavigationEntry, PublicationManifest, TocEntry } from '@shufang/contract';
import { documentIndexes } from '../../publication/versions/version-outline.ts';

/** Our estimate of the reading speed of a student: characters of a Chinese textbook per minute. */
const CHARS_PER_MINUTE = 300;

/** Returns the table of contents with access and reading times; a heading without a link is open if one of its children is. */
export const tocFor = (manifest: PublicationManifest, openAt: readonly boolean[]): TocEntry[] => {
  const indexes = documentIndexes(manifest);
  const timed = new Set<number>();
  const timesOf = (index: number | undefined): Pick<TocEntry, 'minutes' | 'mediaMinutes'> => {
    const item = index === undefined || timed.has(index) ? undefined : manifest.readingOrder[index];
    if (item === undefined || index === undefined) return {};
    timed.add(index);
    return {
      ...(item.chars === 0 ? {} : { minutes: Math.ceil(item.chars / CHARS_PER_MINUTE) }),
      ...(item.mediaSeconds === undefined ? {} : { mediaMinutes: Math.ceil(item.mediaSeconds / 60) }),
    };
  };
  const convert = (entry: NavigationEntry): TocEntry => {
    const index = entry.href === undefined ? undefined : indexes.get(entry.href.replace(/#.*$/, ''));
    const positions = index === undefined ? undefined : manifest.readingOrder[index]?.positions;
    const times = timesOf(index);
    // The reading time of a document is shown at only one entry: the first one that is converted. A chapter is converted before its
    // children, so that the chapter shows the time and not its first section.
    const children = entry.children?.map(convert);
    return {
      title: entry.title,
      ...(entry.href === undefined ? {} : { href: entry.href }),
      open: index === undefined ? (children?.some((child) => child.open) ?? false) : openAt[index] === true,
      ...(positions === undefined ? {} : { positions }),
      ...times,
      ...(children === undefined || children.length === 0 ? {} : { children }),
    };
  };
  return manifest.toc.map(convert);
};
