/** What waits for a person, and how much they have here, asked of each slice at once. */
import type { getMyTodo as getMyTodoOperation, OutputOf } from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { TodoDependencies } from './shelf-dependencies.ts';

export const getMyTodo = async (deps: TodoDependencies, context: ReaderContext): Promise<OutputOf<typeof getMyTodoOperation>> => {
  const { userId } = context.reader;
  const [owned, notes, ordersToPay, tickets, institutions, applications] = await Promise.all([
    deps.ownedSince(userId),
    deps.countNotes(userId),
    deps.countOrdersToPay(userId),
    deps.countTickets(userId),
    deps.institutionsFor(context),
    deps.waitingApplications(userId),
  ]);
  return {
    counts: { books: owned.length, notes, ordersToPay, ticketsOpen: tickets.open, ticketsAnswered: tickets.answered },
    institutions,
    applications,
  };
};
