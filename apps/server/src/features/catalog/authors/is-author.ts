/** Returns whether the caller has the role of an author or a linked contributor entry in a book. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { isNamedAuthor } from './authored-books.ts';

export const isAuthor: UseCase<'isAuthor', Pick<CatalogDependencies, 'db'>> = async ({ db }, { reader }) => ({
  isAuthor: await isNamedAuthor(db.orm, reader),
});
