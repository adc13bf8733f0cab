/** Suggests the titles of books whose title, contributors, ISBN or chapters match the typed text, in characters or pinyin. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { openCatalog } from '../lists/catalog-snapshot.ts';
import { bookQuery } from './book-query.ts';
import { findSuggestions } from './find-suggestions.ts';
import { findTitles } from './find-titles.ts';

const SUGGESTIONS = 8;

export const suggestSearch: UseCase<'suggestSearch', Pick<CatalogDependencies, 'db'>> = async ({ db }, _caller, { q }) => {
  const catalog = await openCatalog(db.orm);
  const suggestions = await catalog.whileUnchanged(`suggestions ${q}`, async () =>
    findTitles(db.orm, await findSuggestions(db.orm, catalog, bookQuery(q), { limit: SUGGESTIONS })),
  );
  return { suggestions: suggestions.map(({ title, id }) => ({ text: title, bookId: id })) };
};
