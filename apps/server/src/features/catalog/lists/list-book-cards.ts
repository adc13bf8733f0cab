/** Returns the cards of given books. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBookStatusCards } from './book-status-cards.ts';

export const listBookCards: UseCase<'listBookCards', Pick<CatalogDependencies, 'db' | 'personal'>> = async (
  dependencies,
  caller,
  { bookIds },
) => ({ items: await findBookStatusCards(dependencies, caller, bookIds) });
