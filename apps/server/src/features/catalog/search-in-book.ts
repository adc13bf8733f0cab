/** Search inside one book: every hit in reading order, with the words around it. */
import { CodedError, LIMITS, type OutputOf, type ParsedInputOf, type searchInBook as searchInBookOperation } from '@shufang/contract';
import { z } from 'zod';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { VersionOutline } from '../media/publication/version-outline.ts';
import { toFormulaTsquery } from '../media/text-index/formula-terms.ts';
import { toTsquery } from '../media/text-index/index-terms.ts';
import { findInText } from '../media/text-index/passages.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { findBook } from './find-books.ts';
import type { BookInfoDependencies } from './get-book-info.ts';
import { locatorOfHit } from './hit-locator.ts';
import { findFormulasIn, listMatchingTexts, readPassages } from './search-store.ts';
import { findSearchedVersions } from './searched-versions.ts';
import { viewFormula } from './view-extras.ts';

/** About four million characters of matching text: more than any reader will page through. */
const PASSAGES_MAX = 2_000;

/** Nothing where what was typed is no formula, or none holds it. */
const findFormulasOf = async (
  { db }: Pick<BookInfoDependencies, 'db'>,
  { versionId, q, outline, open }: { versionId: string; q: string; outline: VersionOutline; open: readonly boolean[] },
): Promise<Pick<OutputOf<typeof searchInBookOperation>, 'formulas'>> => {
  const query = toFormulaTsquery(q);
  if (query === undefined) return {};
  const { items, total } = await findFormulasIn(db, versionId, query, LIMITS.formulasInBook);
  const shown = items.flatMap((match) => {
    const { locator, formula } = viewFormula(match, {
      chars: outline.chars[match.documentIndex],
      locked: open[match.documentIndex] !== true,
    });
    return locator === undefined || formula === undefined ? [] : [{ locator, formula }];
  });
  return total === 0 ? {} : { formulas: { items: shown, total } };
};

export const searchInBook = async (
  deps: BookInfoDependencies,
  context: CallContext,
  input: ParsedInputOf<typeof searchInBookOperation>,
): Promise<OutputOf<typeof searchInBookOperation>> => {
  const book = await findBook(deps.db, input.bookId);
  const versionId = book?.currentVersionId ?? '';
  const outline = versionId === '' ? undefined : (await findSearchedVersions(deps, [versionId])).get(versionId);
  if (book === undefined || outline === undefined) throw new CodedError('catalog.bookNotFound');
  const right = await deps.personal.rightOf(context, book);
  if (right.kind === 'none') throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'commerce.notEntitled');
  const open = deps.openDocumentsIn(outline, right, book);
  const formulas = input.cursor === undefined ? await findFormulasOf(deps, { versionId, q: input.q, outline, open }) : {};
  const query = toTsquery(input.q);
  if (query === undefined) return { hits: [], total: 0, ...formulas };

  const offset = readCursor(input.cursor, z.tuple([z.number().int().min(0)]))?.[0] ?? 0;
  const places = (await listMatchingTexts(deps.db, versionId, query, PASSAGES_MAX)).flatMap(({ searchKey, position, text }) =>
    findInText(text, input.q).map((place) => ({ searchKey, position, place })),
  );
  const end = offset + input.limit;
  const shown = places.slice(offset, end);
  const asked = [...new Map(shown.map((each) => [each.position, each])).values()];
  const passages = new Map((await readPassages(deps.db, asked)).map((passage) => [passage.position, passage]));
  return {
    hits: shown.flatMap(({ position, place }) => {
      const passage = passages.get(position);
      if (passage === undefined) return [];
      return locatorOfHit(passage, place, outline.chars[passage.documentIndex], open[passage.documentIndex] !== true);
    }),
    total: places.length,
    ...(places.length > end ? { next: writeCursor([end]) } : {}),
    ...formulas,
  };
};
