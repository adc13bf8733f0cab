/** Returns the home page as readers see it now. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { showHome } from './home-page.ts';

export const getHome: UseCase<'getHome', Pick<CatalogDependencies, 'db' | 'clock' | 'personal'>> = (dependencies, caller) =>
  showHome(dependencies, caller, { at: dependencies.clock.now(), withDrafts: false });
