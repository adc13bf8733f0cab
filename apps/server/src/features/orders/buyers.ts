/** Users as the admin area shows them beside orders, refunds and invoices. */
import type { ListedUser } from '../account/find-users.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';

/**
 * Finds the users with these ids and returns a function that gives the user of an id. A deleted user has an empty name and phone number.
 */
export const findBuyers = async (
  deps: Pick<OrderOperationDependencies, 'findUsers'>,
  ids: readonly string[],
): Promise<(userId: string) => ListedUser> => {
  const users = await deps.findUsers(ids);
  return (userId) => users.get(userId) ?? { userId, nickname: '', tel: '' };
};
