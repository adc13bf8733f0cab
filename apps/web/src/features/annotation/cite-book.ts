/** The citation a reader copies with a passage: GB/T 7714-2015 for an electronic book. Pure. */
import type { Contributor, PublicationMetadata } from '@shufang/contract';
import { citationText } from '../../platform/messages/zh-cn/citation.ts';

export interface CitedPlace {
  chapterTitle: string;
  /** From 1; absent when unknown. */
  position?: number | undefined;
}

type CitedWork = Pick<PublicationMetadata, 'title' | 'subtitle' | 'contributors' | 'publisher' | 'published' | 'isbn' | 'languages'>;

/** Up to three names are written out (GB/T 7714-2015, 8.1.2). */
const NAMES_SHOWN = 3;

type Words = (typeof citationText)[keyof typeof citationText];

const isChinese = (work: CitedWork): boolean => work.languages.length === 0 || work.languages.some((language) => /^zh/i.test(language));

const namesOf = (people: readonly Contributor[], words: Words): string => {
  const names = people.slice(0, NAMES_SHOWN).map((person) => person.name.trim());
  const more = people.length > NAMES_SHOWN ? words.others : '';
  return names.join(', ') + more;
};

const responsibility = (work: CitedWork, words: Words): { first: string; translators: string } => {
  const withRole = (role: Contributor['role']) => work.contributors.filter((person) => person.role === role);
  const authors = withRole('author');
  const editors = withRole('editor');
  const first = authors.length > 0 ? namesOf(authors, words) : editors.length > 0 ? namesOf(editors, words) + words.editor : '';
  const translators = withRole('translator');
  return { first, translators: translators.length > 0 ? namesOf(translators, words) + words.translator : '' };
};

/** `作者. 书名[M/OL]. 译者. 出版者, 年: 章节, 位置 12.`; parts that are unknown fall out with their punctuation. */
export const citeBook = (work: CitedWork, place: CitedPlace): string => {
  const words = isChinese(work) ? citationText.chinese : citationText.foreign;
  const { first, translators } = responsibility(work, words);
  const title = work.subtitle ? `${work.title}: ${work.subtitle}` : work.title;
  const year = /\d{4}/.exec(work.published ?? '')?.[0];
  const imprint = [work.publisher?.trim(), year].filter(Boolean).join(', ');
  const location = [place.chapterTitle.trim(), place.position === undefined ? '' : words.position(place.position)]
    .filter(Boolean)
    .join(', ');
  const published = [imprint, location].filter(Boolean).join(': ');
  return [first, `${title}[M/OL]`, translators, published]
    .filter(Boolean)
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ');
};

/** What goes to the clipboard: the passage in quotation marks, a line break, the citation. */
export const quoteWithCitation = (passage: string, work: CitedWork, place: CitedPlace): string => {
  const text = passage.replaceAll(/\s*\n\s*/g, '\n').trim();
  // Quotation marks inside quotation marks are single ones (GB/T 15834).
  const quoted = isChinese(work) ? `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”` : `"${text}"`;
  return `${quoted}\n${citeBook(work, place)}`;
};
