/** The citation copied with a passage: GB/T 7714-2015 for an electronic book. Pure. */
import type { Contributor, PublicationMetadata } from '@shufang/contract';
import { citationText } from '../../platform/messages/zh-cn/citation.ts';

export interface CitedPosition {
  chapterTitle: string;
  /** Position of the passage in the book, counted from 1; absent when unknown. */
  position?: number | undefined;
}

type CitedWork = Pick<PublicationMetadata, 'title' | 'subtitle' | 'contributors' | 'publisher' | 'published' | 'isbn' | 'languages'>;

/** Maximum number of authors that a citation names (GB/T 7714-2015, 8.1.2). */
const NAMES_SHOWN = 3;

type CitationText = (typeof citationText)[keyof typeof citationText];

const isChinese = (work: CitedWork): boolean => work.languages.length === 0 || work.languages.some((language) => /^zh/i.test(language));

const namesOf = (contributors: readonly Contributor[], text: CitationText): string => {
  const names = contributors.slice(0, NAMES_SHOWN).map((contributor) => contributor.name.trim());
  const more = contributors.length > NAMES_SHOWN ? text.others : '';
  return names.join(', ') + more;
};

const responsibility = (work: CitedWork, text: CitationText): { first: string; translators: string } => {
  const withRole = (role: Contributor['role']) => work.contributors.filter((contributor) => contributor.role === role);
  const authors = withRole('author');
  const editors = withRole('editor');
  const first = authors.length > 0 ? namesOf(authors, text) : editors.length > 0 ? namesOf(editors, text) + text.editor : '';
  const translators = withRole('translator');
  return { first, translators: translators.length > 0 ? namesOf(translators, text) + text.translator : '' };
};

/**
 * Returns the citation: author, title, translator, publisher, year, chapter, position (作者. 书名[M/OL]. 译者. 出版者, 年: 章节, 位置 12.). Unknown parts
 * are omitted with their punctuation.
 */
export const citeBook = (work: CitedWork, position: CitedPosition): string => {
  const text = isChinese(work) ? citationText.chinese : citationText.foreign;
  const { first, translators } = responsibility(work, text);
  const title = work.subtitle ? `${work.title}: ${work.subtitle}` : work.title;
  const year = /\d{4}/.exec(work.published ?? '')?.[0];
  const imprint = [work.publisher?.trim(), year].filter(Boolean).join(', ');
  const location = [position.chapterTitle.trim(), position.position === undefined ? '' : text.position(position.position)]
    .filter(Boolean)
    .join(', ');
  const published = [imprint, location].filter(Boolean).join(': ');
  return [first, `${title}[M/OL]`, translators, published]
    .filter(Boolean)
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ');
};

/** Returns the text for the clipboard: the passage in quotation marks, a line break, the citation. */
export const quoteWithCitation = (passage: string, work: CitedWork, position: CitedPosition): string => {
  const text = passage.replaceAll(/\s*\n\s*/g, '\n').trim();
  // Quotation marks inside the passage become single ones (GB/T 15834).
  const quoted = isChinese(work) ? `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”` : `"${text}"`;
  return `${quoted}\n${citeBook(work, position)}`;
};
