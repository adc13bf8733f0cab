/**
 * Finds where a book begins whose reading order has its table of contents at the start, which the reading page has in a panel. Pure.
 */
import type { NavigationEntry } from '@shufang/contract';

export interface StartInput {
  /** Documents of the reading order. */
  readonly documents: readonly {
    readonly href: string;
    readonly isLinear: boolean;
    readonly isNavigation: boolean;
    /** Whether an entry of the table of contents leads to it. */
    readonly isListed: boolean;
  }[];
  readonly landmarks: readonly NavigationEntry[];
}

const documentOf = (entry: NavigationEntry | undefined): string | undefined => entry?.href?.replace(/#.*$/, '');

/** Our choice: cover and title page may precede the table of contents. */
const PAGES_BEFORE_MAX = 3;

/**
 * Returns the address of the document with which a book opens: the publisher's start of the text, or else the first document after the
 * table of contents. Cover and title page, which the table of contents does not list, may precede it. Undefined if the reading order does not
 * start with a table of contents, or has nothing else.
 */
export const findStart = ({ documents, landmarks }: StartInput): string | undefined => {
  const hrefsOfRole = (role: string): (string | undefined)[] => landmarks.filter((entry) => entry.role === role).map(documentOf);
  const contents = new Set(hrefsOfRole('toc'));
  const linear = documents.filter((document) => document.isLinear);
  const isContents = (document: (typeof linear)[number]): boolean => document.isNavigation || contents.has(document.href);
  const first = linear.findIndex(isContents);
  const isAtStart = first >= 0 && first <= PAGES_BEFORE_MAX && linear.slice(0, first).every(({ isListed }) => !isListed);
  const after = linear.findIndex((document, index) => index > first && !isContents(document));
  if (!isAtStart || after < 0) return undefined;
  const stated = hrefsOfRole('bodymatter');
  return (linear.slice(after).find(({ href }) => stated.includes(href)) ?? linear[after])?.href;
};
