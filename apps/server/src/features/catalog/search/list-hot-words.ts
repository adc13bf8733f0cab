/** Lists popular search terms, the most frequent first. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';

export const listHotWords: UseCase<'listHotWords', Pick<CatalogDependencies, 'searchTerms'>> = async ({ searchTerms }) => ({
  queries: await searchTerms.listPopular(),
});
