/** Finds where a book begins whose reading order starts with its table of contents, which the reading page has in a panel. Pure. */
import type { NavigationEntry } from '@shufang/contract';

export interface StartInput {
  /** Documents of the reading order. */
  readonly documents: readonly { readonly href: string; readonly isLinear: boolean; readonly isNavigation: boolean }[];
  readonly landmarks: readonly NavigationEntry[];
}

const documentOf = (entry: NavigationEntry | undefined): string | undefined => entry?.href?.replace(/#.*$/, '');

/**
 * Returns the address of the document with which a book opens: the publisher's start of the text, or else the first document after the
 * table of contents. Undefined if the reading order does not start with a table of contents, or has nothing else.
 */
export const findStart = ({ documents, landmarks }: StartInput): string | undefined => {
  const hrefsOfRole = (role: string): (string | undefined)[] => landmarks.filter((entry) => entry.role === role).map(documentOf);
  const contents = new Set(hrefsOfRole('toc'));
  const linear = documents.filter((document) => document.isLinear);
  const isContents = (document: (typeof linear)[number]): boolean => document.isNavigation || contents.has(document.href);
  const after = linear.findIndex((document) => !isContents(document));
  if (after < 1) return undefined;
  const stated = hrefsOfRole('bodymatter');
  return (linear.slice(after).find(({ href }) => stated.includes(href)) ?? linear[after])?.href;
};
