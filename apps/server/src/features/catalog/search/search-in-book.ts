/** Search inside one book: all hits in open chapters in reading order with context, and the number of hits in locked chapters. */
import { CodedError, LIMITS, type LockedChapter } from '@shufang/contract';
import { findInPassage } from '@shufang/contract/find-in-passage';
import { bodyRangesOf, locatorOfHit, previewOfText } from '@shufang/contract/hit-locator';
import { z } from 'zod';
import type { Queryable } from '../../../platform/database.ts';
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase, UseCaseOutput } from '../../../platform/http/register.ts';
import { toFormulaTsquery } from '../../publication/text-index/formula-terms.ts';
import { toTsquery } from '../../publication/text-index/index-terms.ts';
import type { VersionOutline } from '../../publication/versions/version-outline.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBook } from '../find-books.ts';
import { isLongPhrase, previewsOfList } from './locked-previews.ts';
import { findFormulasIn, findIndexState, listMatchingTexts, type MatchingText, readPassages } from './search-store.ts';
import { findSearchedVersions } from './searched-versions.ts';
import { viewFormula } from './view-extras.ts';

type InBookResult = UseCaseOutput<'searchInBook'>;
type PreviewsOfList = ReturnType<typeof previewsOfList>;

/** Maximum number of passages that are searched: about four million characters, more than a reader pages through. */
const PASSAGES_MAX = 2_000;

interface FormulaSearch {
  readonly bookId: string;
  readonly versionId: string;
  readonly q: string;
  readonly outline: VersionOutline;
  readonly open: readonly boolean[];
  readonly previews: PreviewsOfList;
}

/**
 * Returns the matching formulas; undefined if the query is not a formula or nothing matches. A locked formula is shown only within the
 * daily limit, like a passage. If the query is a long phrase, locked formulas that are not shown are not counted either.
 */
const findFormulasOf = async (
  db: Queryable,
  { bookId, versionId, q, outline, open, previews }: FormulaSearch,
): Promise<Pick<InBookResult, 'formulas'>> => {
  const query = toFormulaTsquery(q);
  if (query === undefined) return {};
  const { items, total } = await findFormulasIn(db, versionId, query, LIMITS.formulasInBook);
  const shown: NonNullable<InBookResult['formulas']>['items'] = [];
  let undisclosed = 0;
  for (const match of items) {
    const locked = open[match.documentIndex] !== true;
    if (locked && !(await previews.take(bookId, `formula ${match.documentIndex} ${match.startChar} ${match.blockOffset}`))) {
      undisclosed += 1;
      continue;
    }
    const { locator, formula } = viewFormula(match, { chars: outline.chars[match.documentIndex], locked });
    if (locator !== undefined && formula !== undefined) shown.push({ locator, formula });
  }
  const disclosed = isLongPhrase(q) ? total - undisclosed : total;
  return disclosed === 0 ? {} : { formulas: { items: shown, total: disclosed } };
};

interface Hit {
  readonly text: MatchingText;
  readonly range: readonly [number, number];
}

/**
 * Returns the number of locked hits by chapter, in reading order. At most `CATALOG_LIMITS.lockedHitsShown` chapters show the context of
 * their first hit.
 */
const viewLocked = async (
  hits: readonly Hit[],
  { bookId, versionId, q, previews }: { bookId: string; versionId: string; q: string; previews: PreviewsOfList },
): Promise<InBookResult['locked']> => {
  const byChapter = Map.groupBy(hits, ({ text }) => `${text.documentIndex} ${text.chapterTitle}`);
  const chapters: LockedChapter[] = [];
  for (const ofChapter of byChapter.values()) {
    // As in open text, a match in a heading is shown only if the text has none.
    const first = ofChapter.find(({ text, range }) => bodyRangesOf(text, [range]).length > 0) ?? ofChapter[0];
    if (first === undefined) continue;
    const { position, href, chapterTitle } = first.text;
    const { window, ...snippet } = previewOfText(first.text, first.range, q);
    const isShown = await previews.take(bookId, `text ${versionId} ${position} ${window}`);
    chapters.push({ href, title: chapterTitle.slice(0, 300), hits: ofChapter.length, ...(isShown ? { snippet } : {}) });
  }
  // A match of a long phrase is itself text, so it is disclosed only together with a shown passage.
  const isDisclosed = !isLongPhrase(q) || chapters.some(({ snippet }) => snippet !== undefined);
  return { chapters: isDisclosed ? chapters : [], hits: isDisclosed ? hits.length : 0, previewsSpent: previews.isSpent() };
};

/** Returns a page of hits. Throws `catalog.bookNotFound`, `entitlement.notEntitled`, `request.invalid` for an invalid cursor. */
export const searchInBook: UseCase<'searchInBook', CatalogDependencies> = async (dependencies, caller, input) => {
  const db = dependencies.db.orm;
  const { bookId, q } = input;
  const book = await findBook(db, bookId);
  const versionId = book?.currentVersionId ?? '';
  const outline = versionId === '' ? undefined : (await findSearchedVersions(db, [versionId])).get(versionId);
  if (book === undefined || outline === undefined) throw new CodedError('catalog.bookNotFound');
  const right = await dependencies.personal.rightOf(caller, book);
  if (right.kind === 'none') throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'entitlement.notEntitled');
  const open = dependencies.openDocumentsIn(outline, right, book);
  const isOpen = ({ documentIndex }: MatchingText): boolean => open[documentIndex] === true;
  const previews = previewsOfList(dependencies.previews, caller);
  const isFirst = input.cursor === undefined;
  const query = toTsquery(q);
  const texts = query === undefined ? [] : await listMatchingTexts(db, versionId, query, PASSAGES_MAX);
  const indexState = texts.length > 0 ? 'indexed' : await findIndexState(db, versionId);
  if (indexState !== 'indexed')
    return { hits: [], total: 0, ...(indexState === 'failed' ? { isUnsearchable: true } : { isIndexing: true }) };
  const hits = texts.flatMap((text): Hit[] => findInPassage(text, q).map((range) => ({ text, range })));
  const openHits = hits.filter(({ text }) => isOpen(text));
  const lockedHits = hits.filter(({ text }) => !isOpen(text));
  // The daily limit of previews is checked even if nothing was found, because a skipped check would show that the locked text contains no
  // match.
  const spentBefore = open.includes(false) && isLongPhrase(q) && !(await dependencies.previews.hasRemaining(caller, bookId));
  const found = await viewLocked(lockedHits, { bookId, versionId, q, previews });
  const formulas = isFirst ? await findFormulasOf(db, { bookId, versionId, q, outline, open, previews }) : {};

  const offset = readCursor(input.cursor, z.tuple([z.number().int().min(0)]))?.[0] ?? 0;
  const end = offset + input.limit;
  const shown = openHits.slice(offset, end);
  const textsShown = [...new Map(shown.map(({ text }) => [text.position, text])).values()];
  const passages = new Map((await readPassages(db, textsShown)).map((passage) => [passage.position, passage]));
  const locked = found && { ...found, previewsSpent: found.previewsSpent || previews.isSpent() || spentBefore };
  return {
    hits: shown.flatMap(({ text, range }) => {
      const passage = passages.get(text.position);
      return passage === undefined ? [] : [locatorOfHit(passage, range, outline.chars[passage.documentIndex])];
    }),
    total: openHits.length + (locked?.hits ?? 0),
    ...(openHits.length > end ? { next: writeCursor([end]) } : {}),
    ...(isFirst && locked !== undefined && (locked.hits > 0 || locked.previewsSpent) ? { locked } : {}),
    ...formulas,
  };
};
