/** Suggests the titles of books whose title, contributors, ISBN or chapters match the typed text, in characters or pinyin. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { openCatalog } from '../lists/catalog-snapshot.ts';
import { bookQuery } from './book-query.ts';
import { matchBooks } from './find-matches.ts';

const SUGGESTIONS = 8;

export const suggestSearch: UseCase<'suggestSearch', Pick<CatalogDependencies, 'db'>> = async ({ db }, _caller, { q }) => {
  const catalog = await openCatalog(db.orm);
  const matches = await matchBooks(db.orm, catalog, bookQuery(q));
  return { suggestions: matches.slice(0, SUGGESTIONS).map(({ title, bookId }) => ({ text: title, bookId })) };
};
