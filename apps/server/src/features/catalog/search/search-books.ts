/** Search over books (title, contributors, ISBN, chapter, pinyin), the text of published books, formulas and resources. */
import type { AccessRight, SearchHit } from '@shufang/contract';
import { findInPassage } from '@shufang/contract/find-in-passage';
import { bodyRangesOf, locatorOfHit, previewOfText, snippetOf } from '@shufang/contract/hit-locator';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { toFormulaTsquery } from '../../publication/text-index/formula-terms.ts';
import { toTsquery } from '../../publication/text-index/index-terms.ts';
import type { VersionOutline } from '../../publication/versions/version-outline.ts';
import type { Book } from '../book.ts';
import { toBookCard } from '../book-card.ts';
import { newerEditionsFirst } from '../book-page/editions.ts';
import { findPaperPages } from '../book-page/paper-pages.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { openCatalog } from '../lists/catalog-snapshot.ts';
import { personalFieldsFor } from '../personal-fields.ts';
import { bookQuery, fieldOf } from './book-query.ts';
import { findChapter } from './find-chapter.ts';
import { type CachedExtras, findFormulas } from './find-extras.ts';
import { findMatches } from './find-matches.ts';
import { isLongPhrase, previewsOfList } from './locked-previews.ts';
import type { MatchingExtra, MatchingPassage } from './search-store.ts';
import { findSearchedVersions } from './searched-versions.ts';
import { suggestCorrections } from './suggest-corrections.ts';
import { type Shown, shortenTitle, viewFormula, viewResource } from './view-extras.ts';

/** Number of books at the top of the tab that shows all kinds of results; a few formulas and resources follow, then text. */
const BOOKS_IN_ALL = 6;
const EXTRAS_IN_ALL = 3;
/** Number of matches of a passage among which those are chosen that a hit shows. */
const RANGES_TRIED = 8;
/**
 * Maximum number of hits of a long phrase that are checked one by one, before they are counted, whether they may be disclosed. A phrase
 * with more hits is so common that their number reveals no locked text.
 */
const LONG_PHRASE_HITS = 72;

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Fields needed to determine whether a match is in locked text. */
type LockedMatch = Pick<MatchingPassage, 'bookId' | 'versionId' | 'documentIndex'>;

interface CountedPage<Match> {
  /** The requested page, as offset and size among the hits that may be disclosed. */
  readonly page: Page;
  readonly total: number;
  readonly items: readonly Match[];
  /** Whether `items` contains all matches and not only this page. */
  readonly isWhole: boolean;
}

/** Returns a page of hits and the number of hits of each kind. Throws `request.invalid` for an invalid cursor. */
export const searchBooks: UseCase<'searchBooks', CatalogDependencies> = async (dependencies, caller, input) => {
  const db = dependencies.db.orm;
  const offset = readCursor(input.cursor, z.tuple([z.number().int().min(0)]))?.[0] ?? 0;
  const bookLimit = input.tab === 'books' ? input.limit : input.tab === 'all' && offset === 0 ? BOOKS_IN_ALL : 0;

  const catalog = await openCatalog(db);
  const text = toTsquery(input.q);
  const formulaQuery = toFormulaTsquery(input.q);
  const [found, foundFormulas] = await Promise.all([
    findMatches(db, catalog, { ...bookQuery(input.q), text }, input.q),
    formulaQuery === undefined ? undefined : findFormulas(db, catalog, formulaQuery),
  ]);
  const booksFrom = input.tab === 'books' ? offset : 0;
  const bookMatches = bookLimit === 0 ? [] : await found.books.page({ offset: booksFrom, limit: bookLimit });
  const isLong = isLongPhrase(input.q);
  const isText = input.tab === 'all' || input.tab === 'body';
  const countPage = async <Match extends LockedMatch>(
    matches: CachedExtras<Match> | undefined,
    page: Page | undefined,
  ): Promise<CountedPage<Match>> => {
    if (matches === undefined) return { page: { offset: 0, limit: 0 }, total: 0, items: [], isWhole: false };
    const isWhole = isLong && matches.total <= LONG_PHRASE_HITS;
    const requested = isWhole ? { offset: 0, limit: LONG_PHRASE_HITS } : page;
    return {
      page: page ?? { offset: 0, limit: 0 },
      total: matches.total,
      items: requested === undefined ? [] : await matches.page(requested),
      isWhole,
    };
  };
  const extrasPage = (tab: 'formulas' | 'resources'): Page | undefined => {
    if (input.tab === tab) return { offset, limit: input.limit };
    return input.tab === 'all' && offset === 0 ? { offset: 0, limit: EXTRAS_IN_ALL } : undefined;
  };
  const foundText: CachedExtras<MatchingPassage> = { total: found.bodyTotal, page: (page) => found.passages(page) };
  const lookedUp = {
    passages: await countPage(foundText, isText ? { offset, limit: input.limit } : undefined),
    formulas: await countPage(foundFormulas, extrasPage('formulas')),
    resources: await countPage(found.resources, extrasPage('resources')),
  };
  const matches = [...lookedUp.passages.items, ...lookedUp.formulas.items, ...lookedUp.resources.items];
  const books = new Map(
    (await catalog.books([...new Set([...bookMatches, ...matches.map((match) => match.bookId)])])).map((book) => [book.id, book]),
  );
  const bookList = [...books.values()];
  const foundBooks = newerEditionsFirst(bookMatches.flatMap((bookId) => books.get(bookId) ?? [])).map((book) => ({
    book,
    field: fieldOf(book, input.q),
  }));
  const byChapter = foundBooks.flatMap(({ book, field }) => (field === undefined ? (book.currentVersionId ?? []) : []));
  const [fields, versions] = await Promise.all([
    personalFieldsFor(dependencies.personal, caller, bookList),
    findSearchedVersions(db, [...matches.map(({ versionId }) => versionId), ...byChapter]),
  ]);
  const pages = await findPaperPages(
    db,
    [...versions].flatMap(([id, { hasPages }]) => (hasPages ? id : [])),
  );

  const isOpenAt = (book: Book, outline: VersionOutline, right: AccessRight, documentIndex: number): boolean =>
    dependencies.openDocumentsIn(outline, right, book)[documentIndex] === true;
  const isLocked = ({ bookId, versionId, documentIndex }: LockedMatch): boolean => {
    const [book, right, outline] = [books.get(bookId), fields.rights.get(bookId), versions.get(versionId)];
    return book === undefined || right === undefined || outline === undefined || !isOpenAt(book, outline, right, documentIndex);
  };
  const remaining = new Map<string, Promise<boolean>>();
  const hasRemaining = (bookId: string): Promise<boolean> => {
    const result = remaining.get(bookId) ?? dependencies.previews.hasRemaining(caller, bookId);
    remaining.set(bookId, result);
    return result;
  };
  /**
   * Returns the requested page of hits and the number of hits that may be disclosed. A hit of a long phrase in a locked chapter is not
   * disclosed if the caller has no previews of the book left today.
   */
  const disclosable = async <Match extends LockedMatch>({
    page,
    total,
    items,
    isWhole,
  }: CountedPage<Match>): Promise<{ items: Match[]; total: number }> => {
    const disclosed: Match[] = [];
    for (const match of items) if (!isLong || !isLocked(match) || (await hasRemaining(match.bookId))) disclosed.push(match);
    return isWhole
      ? { items: disclosed.slice(page.offset, page.offset + page.limit), total: disclosed.length }
      : { items: [...items], total };
  };
  const [passages, formulas, resources] = [
    await disclosable(lookedUp.passages),
    await disclosable(lookedUp.formulas),
    await disclosable(lookedUp.resources),
  ];
  const previews = previewsOfList(dependencies.previews, caller);
  const hits: SearchHit[] = [];
  const viewChapter = (book: Book): Omit<SearchHit, 'book'> => {
    const right = fields.rights.get(book.id);
    const outline = versions.get(book.currentVersionId ?? '');
    const chapter = outline && findChapter(outline.contents, input.q);
    // The terms of the query match the titles of several chapters but no single one, so there is no match range to show.
    if (chapter === undefined || right === undefined || outline === undefined) return { kind: 'chapter', locked: false };
    const { title, locator, documentIndex } = chapter;
    const locked = !isOpenAt(book, outline, right, documentIndex);
    return { kind: 'chapter', field: locked ? shortenTitle(title) : title, locator, locked };
  };
  for (const { book, field } of foundBooks) {
    hits.push({ book: toBookCard(book, fields), ...(field === undefined ? viewChapter(book) : { ...field, locked: false }) });
  }
  const addExtra = async <Match extends MatchingExtra>(
    match: Match,
    kind: 'formula' | 'resource',
    view: (match: Match, shown: Shown) => Partial<SearchHit>,
  ): Promise<void> => {
    const book = books.get(match.bookId);
    const right = fields.rights.get(match.bookId);
    const outline = versions.get(match.versionId);
    if (book === undefined || right === undefined || outline === undefined) return;
    const locked = isLocked(match);
    const page = locked ? undefined : pages.pageAt(match.versionId, match.documentIndex, match.startChar);
    const { snippet, formula, ...location } = view(match, { chars: outline.chars[match.documentIndex], locked });
    const isShown =
      !locked || (await previews.take(match.bookId, `${kind} ${match.documentIndex} ${match.startChar} ${snippet?.text ?? ''}`));
    if (isLong && !isShown) return;
    const shown = isShown ? { ...(snippet === undefined ? {} : { snippet }), ...(formula === undefined ? {} : { formula }) } : {};
    hits.push({ ...location, ...shown, book: toBookCard(book, fields), kind, ...(page === undefined ? {} : { page }), locked });
  };
  for (const formula of formulas.items) await addExtra(formula, 'formula', viewFormula);
  for (const resource of resources.items) await addExtra(resource, 'resource', (match, shown) => viewResource(match, input.q, shown));
  /** Hits in locked chapters by book and chapter. Each chapter has one hit, which represents all its matching passages. */
  const lockedHits = new Map<string, SearchHit>();
  for (const passage of passages.items) {
    const book = books.get(passage.bookId);
    const right = fields.rights.get(passage.bookId);
    const outline = versions.get(passage.versionId);
    const locked = isLocked(passage);
    const ranges = findInPassage(passage, input.q, locked ? undefined : RANGES_TRIED);
    // A match in a heading is shown only if the text has none: a hit names the chapter anyway, and the text below a heading repeats it.
    const inBody = bodyRangesOf(passage, ranges);
    const range = inBody[0] ?? ranges[0];
    if (book === undefined || right === undefined || outline === undefined || range === undefined) continue;
    if (locked) {
      const { href, chapterTitle, versionId, position } = passage;
      const name = `${passage.bookId} ${href} ${chapterTitle}`;
      const before = lockedHits.get(name);
      if (before !== undefined) {
        before.hits = (before.hits ?? 0) + ranges.length;
        continue;
      }
      const { window, ...snippet } = previewOfText(passage, range, input.q);
      const isShown = await previews.take(passage.bookId, `text ${versionId} ${position} ${window}`);
      if (isLong && !isShown) continue;
      const hit: SearchHit = {
        book: toBookCard(book, fields),
        kind: 'body',
        chapter: chapterTitle,
        ...(isShown ? { snippet } : {}),
        locator: { href, title: chapterTitle.slice(0, 300), locations: {} },
        locked,
        hits: ranges.length,
      };
      lockedHits.set(name, hit);
      hits.push(hit);
      continue;
    }
    const locator = locatorOfHit(passage, range, outline.chars[passage.documentIndex]);
    const page = pages.pageAt(passage.versionId, passage.documentIndex, passage.startChar + range[0]);
    hits.push({
      book: toBookCard(book, fields),
      kind: 'body',
      chapter: passage.chapterTitle,
      ...(page === undefined ? {} : { page }),
      snippet: snippetOf(passage, inBody.length > 0 ? inBody : ranges),
      locator,
      locked,
    });
  }
  const isFirst = input.tab === 'all' && offset === 0;
  if (isFirst && found.books.total > 0) dependencies.searchTerms.count(caller, input.q);
  const totals = {
    books: found.books.total,
    body: passages.total,
    formulas: formulas.total,
    resources: resources.total,
  };
  const noHits = Object.values(totals).every((total) => total === 0);
  if (isFirst && noHits) dependencies.searchTerms.countMiss(caller, input.q);
  const guesses = noHits && offset === 0 ? await suggestCorrections(db, catalog, input.q) : [];
  const more = totals[input.tab === 'all' ? 'body' : input.tab] > offset + input.limit;
  return {
    hits,
    counts: {
      books: totals.books,
      body: totals.body,
      ...(foundFormulas === undefined ? {} : { formulas: totals.formulas }),
      resources: totals.resources,
    },
    // `previewsSpent` is left out for a long phrase, because it would disclose that a locked book contains the phrase.
    ...(previews.isSpent() && !isLong ? { previewsSpent: true } : {}),
    ...(guesses.length === 0 ? {} : { guesses }),
    ...(more ? { next: writeCursor([offset + input.limit]) } : {}),
  };
};
