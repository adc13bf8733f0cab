/** The one search box: books by title, people, ISBN, chapter and pinyin; sentences in the text of published books. */
import type {
  MarkedText,
  OutputOf,
  ParsedInputOf,
  SearchHit,
  searchBooks as searchBooksOperation,
  suggestSearch as suggestSearchOperation,
} from '@shufang/contract';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { toTsquery } from '../media/text-index/index-terms.ts';
import { findInText } from '../media/text-index/passages.ts';
import { toPinyinTsquery } from '../media/text-index/pinyin-terms.ts';
import type { Book } from './book.ts';
import { openCatalogue } from './catalogue.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { newerEditionsFirst } from './editions.ts';
import { findMatches, matchBooks } from './find-matches.ts';
import type { BookInfoDependencies } from './get-book-info.ts';
import { guessSearch } from './guess-search.ts';
import { locatorOfHit, snippetOf } from './hit-locator.ts';
import { findPaperPages } from './paper-pages.ts';
import { personalMarksFor } from './personal-marks.ts';
import type { SearchWords } from './search-words.ts';
import { findOutlines } from './version-outlines.ts';
import { toBookCard } from './view.ts';

type Found = OutputOf<typeof searchBooksOperation>;

/** In the tab of everything, books come first and only so many. */
const BOOKS_IN_ALL = 6;
const SUGGESTIONS = 8;

const isbnOf = (query: string): string | undefined => {
  const digits = query.replaceAll(/[\s-]/g, '');
  return /^(?:\d{13}|\d{9}[\dXx])$/.test(digits) ? digits.toUpperCase() : undefined;
};

/** Text and pinyin as one query, so that `jisuanji` and 计算机 find the same book. */
const bookQuery = (query: string): string | undefined => {
  const parts = [toTsquery(query), toPinyinTsquery(query)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' | ');
};

const marked = (text: string, query: string): MarkedText | undefined => {
  const marks = findInText(text, query);
  return marks.length === 0 ? undefined : { text, marks };
};

/** Which field of the book the reader's words are in; pinyin marks nothing and counts as the title. */
const fieldOf = (book: Book, query: string): Pick<SearchHit, 'kind' | 'field'> => {
  const title = marked(book.subtitle === undefined ? book.title : `${book.title}：${book.subtitle}`, query);
  if (title !== undefined) return { kind: 'title', field: title };
  const authors = marked(book.authors, query);
  if (authors !== undefined) return { kind: 'author', field: authors };
  if (book.isbn !== undefined && isbnOf(query) === book.isbn)
    return { kind: 'isbn', field: { text: book.isbn, marks: [[0, book.isbn.length]] } };
  return toPinyinTsquery(query) === undefined ? { kind: 'chapter' } : { kind: 'title' };
};

export const searchBooks = async (
  deps: BookInfoDependencies & { readonly words: SearchWords },
  context: CallContext,
  input: ParsedInputOf<typeof searchBooksOperation>,
): Promise<Found> => {
  const { db } = deps;
  const offset = readCursor(input.cursor, z.tuple([z.number().int().min(0)]))?.[0] ?? 0;
  const bookLimit = input.tab === 'books' ? input.limit : input.tab === 'all' && offset === 0 ? BOOKS_IN_ALL : 0;

  const catalogue = await openCatalogue(db);
  const found = await findMatches(db, catalogue, { books: bookQuery(input.q), isbn: isbnOf(input.q), text: toTsquery(input.q) });
  const booksFrom = input.tab === 'books' ? offset : 0;
  const bookMatches = found.books.slice(booksFrom, booksFrom + bookLimit);
  const passages = input.tab === 'books' ? [] : await found.passages({ offset, limit: input.limit });
  const books = new Map(
    (await catalogue.books([...new Set([...bookMatches, ...passages].map((match) => match.bookId))])).map((book) => [book.id, book]),
  );
  const bookList = [...books.values()];
  const [marks, outlines, pages] = await Promise.all([
    personalMarksFor(deps.personal, context, bookList),
    findOutlines(
      deps,
      passages.map(({ versionId }) => versionId),
    ),
    findPaperPages(
      db,
      passages.map(({ versionId }) => versionId),
    ),
  ]);

  const hits: SearchHit[] = [];
  for (const book of newerEditionsFirst(bookMatches.flatMap(({ bookId }) => books.get(bookId) ?? []))) {
    hits.push({ book: toBookCard(book, marks), ...fieldOf(book, input.q), locked: false });
  }
  for (const passage of passages) {
    const book = books.get(passage.bookId);
    const right = marks.rights.get(passage.bookId);
    const outline = outlines.get(passage.versionId);
    const [place] = findInText(passage.text, input.q, 1);
    if (book === undefined || right === undefined || outline === undefined || place === undefined) continue;
    const locked = passage.documentIndex >= deps.firstClosedIn(outline, right, book.trialChapters);
    const locator = locatorOfHit(passage, place, outline.chars[passage.documentIndex], locked);
    const page = pages.pageAt(passage.versionId, passage.documentIndex, passage.startChar + place[0]);
    hits.push({
      book: toBookCard(book, marks),
      kind: 'body',
      chapter: passage.chapterTitle,
      ...(page === undefined ? {} : { page }),
      snippet: snippetOf(locator),
      locator,
      locked,
    });
  }
  const isFirst = input.tab === 'all' && offset === 0;
  if (isFirst && found.books.length > 0) await deps.words.count(context, input.q);
  const guesses = found.books.length === 0 && found.bodyTotal === 0 && offset === 0 ? await guessSearch(db, catalogue, input.q) : [];
  const more = (input.tab === 'books' ? found.books.length : found.bodyTotal) > offset + input.limit;
  return {
    hits,
    counts: { books: found.books.length, body: found.bodyTotal },
    ...(guesses.length === 0 ? {} : { guesses }),
    ...(more ? { next: writeCursor([offset + input.limit]) } : {}),
  };
};

/** Titles that begin or go on as the reader types, in characters or pinyin. */
export const suggestSearch = async (
  deps: { db: Queryable },
  input: ParsedInputOf<typeof suggestSearchOperation>,
): Promise<OutputOf<typeof suggestSearchOperation>> => {
  const catalogue = await openCatalogue(deps.db);
  const matches = await matchBooks(deps.db, catalogue, { books: bookQuery(input.q), isbn: isbnOf(input.q) });
  return { suggestions: matches.slice(0, SUGGESTIONS).map(({ title, bookId }) => ({ text: title, bookId })) };
};
