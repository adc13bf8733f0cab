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
import { readCursor, writeCursor } from './cursor.ts';
import { newerEditionsFirst } from './editions.ts';
import { findBooks } from './find-books.ts';
import type { BookInfoDependencies } from './get-book-info.ts';
import { guessSearch } from './guess-search.ts';
import { locatorOfHit, snippetOf } from './hit-locator.ts';
import { whileUnchanged } from './kept-answers.ts';
import { findPaperPages } from './paper-pages.ts';
import { personalMarksFor } from './personal-marks.ts';
import {
  type BookMatch,
  type BookSearch,
  countBookMatches,
  findBestPassages,
  findBookMatches,
  listFurtherPassages,
  type MatchingPassage,
  readPassages,
} from './search-store.ts';
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

type BooksWanted = Parameters<typeof findBookMatches>[1];

const matchBooks = (db: Queryable, wanted: BooksWanted): ReturnType<typeof findBookMatches> =>
  whileUnchanged(db, `books ${JSON.stringify([wanted.query, wanted.isbn, wanted.limit, wanted.offset])}`, () =>
    findBookMatches(db, wanted),
  );
const countBooks = (db: Queryable, search: BookSearch): Promise<number> =>
  whileUnchanged(db, `count ${JSON.stringify([search.query, search.isbn])}`, () => countBookMatches(db, search));

/** A page of passages: the best first, then the others. */
const findPassages = async (
  db: Queryable,
  { query, limit, offset }: { query: string; limit: number; offset: number },
): Promise<{ passages: MatchingPassage[]; total: number }> => {
  const { best, total } = await whileUnchanged(db, `text ${query}`, () => findBestPassages(db, query));
  if (limit === 0) return { passages: [], total };
  const shown = best.slice(offset, offset + limit);
  const missing = Math.min(total, offset + limit) - Math.max(offset, best.length);
  const further =
    missing <= 0 ? [] : await listFurtherPassages(db, { query, but: best, limit: missing, offset: Math.max(0, offset - best.length) });
  return { passages: await readPassages(db, [...shown, ...further]), total };
};

export const searchBooks = async (
  deps: BookInfoDependencies & { readonly words: SearchWords },
  context: CallContext,
  input: ParsedInputOf<typeof searchBooksOperation>,
): Promise<Found> => {
  const { db } = deps;
  const query = bookQuery(input.q);
  const textQuery = toTsquery(input.q);
  const isbn = isbnOf(input.q);
  const offset = readCursor(input.cursor, z.tuple([z.number().int().min(0)]))?.[0] ?? 0;
  const bookLimit = input.tab === 'books' ? input.limit : input.tab === 'all' && offset === 0 ? BOOKS_IN_ALL : 0;

  const [found, body] = await Promise.all([
    bookLimit === 0
      ? countBooks(db, { query, isbn }).then((total) => ({ matches: [], total }))
      : matchBooks(db, { query, isbn, limit: bookLimit + 1, offset: input.tab === 'books' ? offset : 0 }),
    textQuery === undefined
      ? { passages: [], total: 0 }
      : findPassages(db, { query: textQuery, limit: input.tab === 'books' ? 0 : input.limit, offset }),
  ]);
  const bookMatches: readonly BookMatch[] = found.matches;
  const passages: readonly MatchingPassage[] = body.passages;
  const books = new Map(
    (await findBooks(db, [...new Set([...bookMatches, ...passages].map((match) => match.bookId))])).map((book) => [book.id, book]),
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
  for (const book of newerEditionsFirst(bookMatches.slice(0, bookLimit).flatMap(({ bookId }) => books.get(bookId) ?? []))) {
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
  if (isFirst && found.total > 0) await deps.words.count(context, input.q);
  const guesses = found.total === 0 && body.total === 0 && offset === 0 ? await guessSearch(db, input.q) : [];
  const more = input.tab === 'books' ? bookMatches.length > bookLimit : body.total > offset + input.limit;
  return {
    hits,
    counts: { books: found.total, body: body.total },
    ...(guesses.length === 0 ? {} : { guesses }),
    ...(more ? { next: writeCursor([offset + input.limit]) } : {}),
  };
};

/** Titles that begin or go on as the reader types, in characters or pinyin. */
export const suggestSearch = async (
  deps: { db: Queryable },
  input: ParsedInputOf<typeof suggestSearchOperation>,
): Promise<OutputOf<typeof suggestSearchOperation>> => {
  const { matches } = await matchBooks(deps.db, { query: bookQuery(input.q), isbn: isbnOf(input.q), limit: SUGGESTIONS, offset: 0 });
  return { suggestions: matches.map(({ title, bookId }) => ({ text: title, bookId })) };
};
