/** Returns the home page at another time, including hidden slots if requested, for editors. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { showHome } from './home-page.ts';

export const previewHome: UseCase<'previewHome', Pick<CatalogDependencies, 'db' | 'clock' | 'personal'>> = (
  dependencies,
  caller,
  { at, drafts },
) => showHome(dependencies, caller, { at: at ?? dependencies.clock.now(), withDrafts: drafts === 'yes' });
