/** Returns the caller's number of books and notes, unpaid orders, help tickets, institutions and applications, from all slices. */
import type { UseCase } from '../../platform/http/register.ts';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';

export const getMyTodo: UseCase<'getMyTodo', BookshelfDependencies> = async (dependencies, caller) => {
  const { userId } = caller.reader;
  const [owned, notes, ordersToPay, tickets, institutions, applications] = await Promise.all([
    dependencies.ownedSince(userId),
    dependencies.countNotes(userId),
    dependencies.countOrdersToPay(userId),
    dependencies.countTickets(userId),
    dependencies.institutionsFor(caller),
    dependencies.waitingApplications(userId),
  ]);
  return {
    counts: { books: owned.length, notes, ordersToPay, ticketsOpen: tickets.open, ticketsAnswered: tickets.answered },
    institutions,
    applications,
  };
};
