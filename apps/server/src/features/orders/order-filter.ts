/** The filter of the order list of the admin area and of its export. */
import type { exportAllOrders, ParsedInputOf } from '@shufang/contract';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import type { OrderFilter } from './store.ts';

/** Returns the filter with the users that match the search text, within the access scope. */
export const createOrderFilter = async (
  deps: Pick<OrderOperationDependencies, 'searchUserIds'>,
  { status, channel, from, to, q }: ParsedInputOf<typeof exportAllOrders>,
  scope: AccessScope | undefined,
): Promise<OrderFilter> => ({ status, channel, from, to, q, userIds: q === '' ? [] : await deps.searchUserIds(q), scope });
