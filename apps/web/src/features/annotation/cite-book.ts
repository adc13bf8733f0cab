/** The citation copied with a passage: GB/T 7714-2015 for an electronic book. Pure. */
import type { Contributor, PublicationMetadata } from '@shufang/contract';
import { BRACKETED_REFERENCE, citationText } from '../../platform/messages/zh-cn/citation.ts';
import { cityOf } from '../../platform/messages/zh-cn/publisher-cities.ts';

export interface CitedPosition {
  chapterTitle: string;
  /** Position of the passage in the book, counted from 1; absent when unknown. */
  position?: number | undefined;
}

/** When and where the book was read; GB/T 7714-2015 requires both of online resources (8.6, 8.7). */
export interface Access {
  /** Time of access, UTC ms; cited as a day of the reader's time zone. */
  at: number;
  /** Absolute address of the book. */
  address: string;
}

type CitedWork = Pick<
  PublicationMetadata,
  'title' | 'subtitle' | 'contributors' | 'publisher' | 'placeOfPublication' | 'published' | 'isbn' | 'languages'
> & {
  /** Number of the edition; the first is not cited. */
  edition?: number | undefined;
};

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
 * Returns place and publisher: "北京: 人民邮电出版社". The place is that of the work, or else the one in the publisher's name or of a well-known
 * publisher. It is omitted if it is not known, as the standard allows for online resources.
 */
const imprintOf = (publisher: string, statedCity: string): string => {
  const [, city = cityOf(publisher), name = publisher] = /^([^:：]{1,20})[:：]\s*(.+)$/.exec(publisher) ?? [];
  return [statedCity || city, name].filter(Boolean).join(': ');
};

const dayOf = (at: number): string => {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** Ends a part with a period, unless it has one. */
const asSentence = (part: string): string => (part.endsWith('.') ? part : `${part}.`);

/**
 * Returns the citation: author, title, translator, edition, place, publisher, year, chapter, position, date of access, address (作者.
 * 书名[M/OL]. 译者. 2版. 出版地: 出版者, 出版年: 章节, 位置 12[2026-01-02]. 地址.). Unknown parts are omitted with their punctuation.
 */
export const citeBook = (work: CitedWork, position: CitedPosition, access: Access): string => {
  const text = isChinese(work) ? citationText.chinese : citationText.foreign;
  const { first, translators } = responsibility(work, text);
  const title = work.subtitle ? `${work.title}: ${work.subtitle}` : work.title;
  const year = /\d{4}/.exec(work.published ?? '')?.[0];
  const imprint = [imprintOf(work.publisher?.trim() ?? '', work.placeOfPublication?.trim() ?? ''), year].filter(Boolean).join(', ');
  const location = [position.chapterTitle.trim(), position.position === undefined ? '' : text.position(position.position)]
    .filter(Boolean)
    .join(', ');
  const edition = work.edition === undefined || work.edition < 2 ? '' : text.edition(work.edition);
  const published = [imprint, location].filter(Boolean).join(': ');
  const day = `[${dayOf(access.at)}]`;
  // Without publisher and position the date follows the kind of document.
  const parts =
    published === ''
      ? [first, `${title}[M/OL]`, translators, `${edition}${day}`]
      : [first, `${title}[M/OL]`, translators, edition, `${published}${day}`];
  return [...parts, access.address].filter(Boolean).map(asSentence).join(' ');
};

/** Returns the text for the clipboard: the passage in quotation marks without marks of footnotes, a line break, the citation. */
export const quoteWithCitation = (passage: string, work: CitedWork, position: CitedPosition, access: Access): string => {
  const text = passage
    .replaceAll(BRACKETED_REFERENCE, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
  // Quotation marks inside the passage become single ones (GB/T 15834).
  const quoted = isChinese(work) ? `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”` : `"${text}"`;
  return `${quoted}\n${citeBook(work, position, access)}`;
};
