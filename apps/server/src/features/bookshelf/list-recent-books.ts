/** Lists the books the caller read last, except those removed from the list after they were read. */
import type { UseCase } from '../../platform/http/register.ts';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';
import { listShelfItems } from './store.ts';

export const listRecentBooks: UseCase<'listRecentBooks', BookshelfDependencies> = async (dependencies, caller, { limit }) => {
  const { userId } = caller.reader;
  const leftAt = new Map(
    (await listShelfItems(dependencies.db.orm, userId)).map(({ fields }) => [fields.bookId, fields.leftRecentAt ?? -1]),
  );
  const hidden = [...leftAt.values()].filter((at) => at >= 0).length;
  const readings = (await dependencies.recentProgress(userId, limit + hidden))
    .filter((reading) => reading.updatedAt > (leftAt.get(reading.bookId) ?? -1))
    .slice(0, limit);
  const cards = await dependencies.statusCards(
    caller,
    readings.map((reading) => reading.bookId),
  );
  return {
    items: readings.flatMap(({ bookId, locator, updatedAt }) => {
      const card = cards.get(bookId);
      return card === undefined ? [] : [{ ...card, locator, readAt: updatedAt }];
    }),
  };
};
