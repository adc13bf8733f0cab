/** Matches a query against books: titles, names and ISBNs, and which field of a book matched. */
import type { HighlightedText, SearchHit } from '@shufang/contract';
import { findInText } from '@shufang/contract/find-in-passage';
import { toTsquery } from '../../publication/text-index/index-terms.ts';
import { findPinyin, toFurtherPinyinTsquery, toPinyinTsquery } from '../../publication/text-index/pinyin-terms.ts';
import type { Book } from '../book.ts';
import type { SearchQuestion } from './search-store.ts';

const isbnOf = (query: string): string | undefined => {
  const digits = query.replaceAll(/[\s-]/g, '');
  return /^(?:\d{13}|\d{9}[\dXx])$/.test(digits) ? digits.toUpperCase() : undefined;
};

/**
 * Returns the queries of the search index for a typed query. Titles and names are searched by text and pinyin together, so that `jisuanji`
 * and 计算机 find the same book.
 */
export const bookQuery = (query: string): Omit<SearchQuestion, 'text'> => {
  const parts = [toTsquery(query), toPinyinTsquery(query)].filter((part) => part !== undefined);
  const books = parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' | ');
  return { books, isbn: isbnOf(query), pinyin: toFurtherPinyinTsquery(query) };
};

const withoutMatchRanges = ({ title, subtitle }: Pick<Book, 'title' | 'subtitle'>): string =>
  subtitle === undefined ? title : `${title}：${subtitle}`;

const withMatchRanges = (text: string, query: string): HighlightedText | undefined => {
  const matchRanges = findInText(text, query);
  return matchRanges.length === 0 ? undefined : { text, matchRanges };
};

/** Returns the match by pinyin in the title, or else the match in the subtitle, for which `findPinyin` applies a stricter rule. */
const matchedByPinyin = ({ title, subtitle }: Book, query: string): HighlightedText | undefined => {
  const inTitle = findPinyin(title, query);
  const inSubtitle = inTitle !== undefined || subtitle === undefined ? undefined : findPinyin(subtitle, query, true);
  const shift = title.length + 1;
  const mark: [number, number] | undefined = inTitle ?? (inSubtitle && [inSubtitle[0] + shift, inSubtitle[1] + shift]);
  return mark && { text: withoutMatchRanges({ title, subtitle }), matchRanges: [mark] };
};

/** Returns the field of the book that contains the query; undefined if only a chapter title contains it. */
export const fieldOf = (book: Book, query: string): Pick<SearchHit, 'kind' | 'field'> | undefined => {
  const title = withMatchRanges(withoutMatchRanges(book), query);
  if (title !== undefined) return { kind: 'title', field: title };
  const authors = withMatchRanges(book.authors, query);
  if (authors !== undefined) return { kind: 'author', field: authors };
  if (book.isbn !== undefined && isbnOf(query) === book.isbn)
    return { kind: 'isbn', field: { text: book.isbn, matchRanges: [[0, book.isbn.length]] } };
  const sounding = matchedByPinyin(book, query);
  if (sounding !== undefined) return { kind: 'title', field: sounding };
  const name = findPinyin(book.authors, query);
  return name && { kind: 'author', field: { text: book.authors, matchRanges: [name] } };
};
