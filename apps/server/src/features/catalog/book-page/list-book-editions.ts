/** Lists the editions of a work for the page of one of them. */
import type { UseCase } from '../../../platform/http/register.ts';
import { toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { personalFieldsFor } from '../personal-fields.ts';
import { findEditions } from './editions.ts';
import { findVisibleBook } from './visible-book.ts';

/** Returns the editions. Throws `catalog.bookNotFound`. */
export const listBookEditions: UseCase<'listBookEditions', Pick<CatalogDependencies, 'db' | 'personal'>> = async (
  dependencies,
  caller,
  { bookId },
) => {
  const { book } = await findVisibleBook(dependencies, caller, bookId);
  const editions = await findEditions(dependencies, caller, book);
  const personal = await personalFieldsFor(dependencies.personal, caller, editions);
  return {
    items: editions.flatMap((edition) => {
      const right = personal.rights.get(edition.id);
      if (right === undefined) return [];
      return [
        {
          book: toBookCard(edition, personal),
          right,
          shelfState: edition.shelfState,
          edition: edition.edition,
          ...(edition.isbn === undefined ? {} : { isbn: edition.isbn }),
          ...(edition.publishedYear === undefined ? {} : { year: edition.publishedYear }),
        },
      ];
    }),
  };
};
