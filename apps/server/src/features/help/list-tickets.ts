/** Lists all help tickets with their authors, page by page. Throws `request.invalid` for an invalid cursor. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { countTicketsByState, listTicketsPage } from './store.ts';
import { viewForOperator } from './ticket-view.ts';

export const listTickets: UseCase<'listTickets', HelpDependencies> = async (
  { db, findAuthor },
  _caller,
  { state, topic, cursor, limit },
) => {
  const after = readTimeCursor(cursor);
  const found = await listTicketsPage(db.orm, { state, topic, after, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ updatedAt, id }) => writeCursor([updatedAt, id]));
  return {
    items: await Promise.all(items.map((ticket) => viewForOperator(findAuthor, ticket))),
    counts: await countTicketsByState(db.orm),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};
