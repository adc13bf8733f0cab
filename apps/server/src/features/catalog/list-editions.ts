/** The editions of a work as the page of one of them lists them. */
import type { listBookEditions as listOperation, OutputOf } from '@shufang/contract';
import type { CallContext } from '../../platform/http/call-context.ts';
import { findEditions } from './editions.ts';
import { type BookInfoDependencies, findVisibleBook } from './get-book-info.ts';
import { personalMarksFor } from './personal-marks.ts';
import { toBookCard } from './view.ts';

/** Throws `catalog.bookNotFound`. */
export const listBookEditions = async (
  deps: BookInfoDependencies,
  context: CallContext,
  bookId: string,
): Promise<OutputOf<typeof listOperation>> => {
  const { book } = await findVisibleBook(deps, context, bookId);
  const editions = await findEditions(deps, context, book);
  const marks = await personalMarksFor(deps.personal, context, editions);
  return {
    items: editions.flatMap((edition) => {
      const right = marks.rights.get(edition.id);
      if (right === undefined) return [];
      return [
        {
          book: toBookCard(edition, marks),
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
