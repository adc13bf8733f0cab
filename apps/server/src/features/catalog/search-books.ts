/** The one search box: books by title, people, ISBN, chapter and pinyin; sentences in the text of published books, their formulas and resources. */
import type {
  AccessRight,
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
import type { VersionOutline } from '../media/publication/version-outline.ts';
import { toFormulaTsquery } from '../media/text-index/formula-terms.ts';
import { toTsquery } from '../media/text-index/index-terms.ts';
import { findInText } from '../media/text-index/passages.ts';
import { findPinyin, toFurtherPinyinTsquery, toPinyinTsquery } from '../media/text-index/pinyin-terms.ts';
import type { Book } from './book.ts';
import { openCatalogue } from './catalogue.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { newerEditionsFirst } from './editions.ts';
import { findChapter } from './find-chapter.ts';
import { type FoundExtras, findFormulas } from './find-extras.ts';
import { findMatches, matchBooks } from './find-matches.ts';
import type { BookInfoDependencies } from './get-book-info.ts';
import { guessSearch } from './guess-search.ts';
import { locatorOfHit, snippetOf } from './hit-locator.ts';
import { findPaperPages } from './paper-pages.ts';
import { personalMarksFor } from './personal-marks.ts';
import type { MatchingExtra, SearchQuestion } from './search-store.ts';
import type { SearchWords } from './search-words.ts';
import { findSearchedVersions } from './searched-versions.ts';
import { toBookCard } from './view.ts';
import { type Shown, shortenMarked, viewFormula, viewResource } from './view-extras.ts';

type Found = OutputOf<typeof searchBooksOperation>;

/** In the tab of everything, books come first and only so many; then a few formulas and resources, and the text. */
const BOOKS_IN_ALL = 6;
const EXTRAS_IN_ALL = 3;
const SUGGESTIONS = 8;

const isbnOf = (query: string): string | undefined => {
  const digits = query.replaceAll(/[\s-]/g, '');
  return /^(?:\d{13}|\d{9}[\dXx])$/.test(digits) ? digits.toUpperCase() : undefined;
};

/** Text and pinyin of titles and names as one query, so that `jisuanji` and 计算机 find the same book. */
const bookQuestion = (query: string): Omit<SearchQuestion, 'text'> => {
  const parts = [toTsquery(query), toPinyinTsquery(query)].filter((part) => part !== undefined);
  const books = parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' | ');
  return { books, isbn: isbnOf(query), pinyin: toFurtherPinyinTsquery(query) };
};

const wholeTitle = ({ title, subtitle }: Pick<Book, 'title' | 'subtitle'>): string =>
  subtitle === undefined ? title : `${title}：${subtitle}`;

const marked = (text: string, query: string): MarkedText | undefined => {
  const marks = findInText(text, query);
  return marks.length === 0 ? undefined : { text, marks };
};

/** By pinyin in the title, or else, where less is too little, in the subtitle. */
const spelt = ({ title, subtitle }: Book, query: string): MarkedText | undefined => {
  const inTitle = findPinyin(title, query);
  const inSubtitle = inTitle !== undefined || subtitle === undefined ? undefined : findPinyin(subtitle, query, true);
  const shift = title.length + 1;
  const mark: [number, number] | undefined = inTitle ?? (inSubtitle && [inSubtitle[0] + shift, inSubtitle[1] + shift]);
  return mark && { text: wholeTitle({ title, subtitle }), marks: [mark] };
};

/** Which field of the book itself the reader's words are in; undefined: in none, but in a chapter's title. */
const fieldOf = (book: Book, query: string): Pick<SearchHit, 'kind' | 'field'> | undefined => {
  const title = marked(wholeTitle(book), query);
  if (title !== undefined) return { kind: 'title', field: title };
  const authors = marked(book.authors, query);
  if (authors !== undefined) return { kind: 'author', field: authors };
  if (book.isbn !== undefined && isbnOf(query) === book.isbn)
    return { kind: 'isbn', field: { text: book.isbn, marks: [[0, book.isbn.length]] } };
  const sounding = spelt(book, query);
  if (sounding !== undefined) return { kind: 'title', field: sounding };
  const name = findPinyin(book.authors, query);
  return name && { kind: 'author', field: { text: book.authors, marks: [name] } };
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
  const text = toTsquery(input.q);
  const formulaQuery = toFormulaTsquery(input.q);
  const [found, foundFormulas] = await Promise.all([
    findMatches(db, catalogue, { ...bookQuestion(input.q), text }),
    formulaQuery === undefined ? undefined : findFormulas(db, catalogue, formulaQuery),
  ]);
  const booksFrom = input.tab === 'books' ? offset : 0;
  const bookMatches = found.books.slice(booksFrom, booksFrom + bookLimit);
  const isText = input.tab === 'all' || input.tab === 'body';
  const passages = isText ? await found.passages({ offset, limit: input.limit }) : [];
  const pageOf = async <Match>(tab: 'formulas' | 'resources', matches: FoundExtras<Match> | undefined): Promise<Match[]> => {
    if (input.tab === tab) return (await matches?.page({ offset, limit: input.limit })) ?? [];
    return input.tab === 'all' && offset === 0 ? ((await matches?.page({ offset: 0, limit: EXTRAS_IN_ALL })) ?? []) : [];
  };
  const formulas = await pageOf('formulas', foundFormulas);
  const resources = await pageOf('resources', found.resources);
  const books = new Map(
    (await catalogue.books([...new Set([...bookMatches, ...formulas, ...resources, ...passages].map((match) => match.bookId))])).map(
      (book) => [book.id, book],
    ),
  );
  const bookList = [...books.values()];
  const foundBooks = newerEditionsFirst(bookMatches.flatMap(({ bookId }) => books.get(bookId) ?? [])).map((book) => ({
    book,
    field: fieldOf(book, input.q),
  }));
  const byChapter = foundBooks.flatMap(({ book, field }) => (field === undefined ? (book.currentVersionId ?? []) : []));
  const [marks, versions] = await Promise.all([
    personalMarksFor(deps.personal, context, bookList),
    findSearchedVersions(deps, [...[...passages, ...formulas, ...resources].map(({ versionId }) => versionId), ...byChapter]),
  ]);
  const pages = await findPaperPages(
    db,
    [...versions].flatMap(([id, { hasPages }]) => (hasPages ? id : [])),
  );

  const isOpenAt = (book: Book, outline: VersionOutline, right: AccessRight, documentIndex: number): boolean =>
    deps.openDocumentsIn(outline, right, book)[documentIndex] === true;
  const hits: SearchHit[] = [];
  const viewChapter = (book: Book): Omit<SearchHit, 'book'> => {
    const right = marks.rights.get(book.id);
    const outline = versions.get(book.currentVersionId ?? '');
    const chapter = outline && findChapter(outline.contents, input.q);
    // Words spread over several titles mark nothing.
    if (chapter === undefined || right === undefined || outline === undefined) return { kind: 'chapter', locked: false };
    const { title, locator, documentIndex } = chapter;
    const locked = !isOpenAt(book, outline, right, documentIndex);
    return { kind: 'chapter', field: locked ? shortenMarked(title) : title, locator, locked };
  };
  for (const { book, field } of foundBooks) {
    hits.push({ book: toBookCard(book, marks), ...(field === undefined ? viewChapter(book) : { ...field, locked: false }) });
  }
  const addExtra = <Match extends MatchingExtra>(
    match: Match,
    kind: 'formula' | 'resource',
    view: (match: Match, shown: Shown) => Partial<SearchHit>,
  ): void => {
    const book = books.get(match.bookId);
    const right = marks.rights.get(match.bookId);
    const outline = versions.get(match.versionId);
    if (book === undefined || right === undefined || outline === undefined) return;
    const locked = !isOpenAt(book, outline, right, match.documentIndex);
    const page = pages.pageAt(match.versionId, match.documentIndex, match.startChar);
    const shown = view(match, { chars: outline.chars[match.documentIndex], locked });
    hits.push({ ...shown, book: toBookCard(book, marks), kind, ...(page === undefined ? {} : { page }), locked });
  };
  for (const formula of formulas) addExtra(formula, 'formula', viewFormula);
  for (const resource of resources) addExtra(resource, 'resource', (match, shown) => viewResource(match, input.q, shown));
  for (const passage of passages) {
    const book = books.get(passage.bookId);
    const right = marks.rights.get(passage.bookId);
    const outline = versions.get(passage.versionId);
    const [place] = findInText(passage.text, input.q, 1);
    if (book === undefined || right === undefined || outline === undefined || place === undefined) continue;
    const locked = !isOpenAt(book, outline, right, passage.documentIndex);
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
  if (isFirst && found.books.length > 0) deps.words.count(context, input.q);
  const totals = {
    books: found.books.length,
    body: found.bodyTotal,
    formulas: foundFormulas?.total ?? 0,
    resources: found.resources.total,
  };
  const nothing = Object.values(totals).every((total) => total === 0);
  const guesses = nothing && offset === 0 ? await guessSearch(db, catalogue, input.q) : [];
  const more = totals[input.tab === 'all' ? 'body' : input.tab] > offset + input.limit;
  return {
    hits,
    counts: {
      books: totals.books,
      body: totals.body,
      ...(foundFormulas === undefined ? {} : { formulas: totals.formulas }),
      resources: totals.resources,
    },
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
  const matches = await matchBooks(deps.db, catalogue, bookQuestion(input.q));
  return { suggestions: matches.slice(0, SUGGESTIONS).map(({ title, bookId }) => ({ text: title, bookId })) };
};
