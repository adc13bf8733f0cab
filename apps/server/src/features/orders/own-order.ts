/** Finds an order of the caller. */
import { CodedError } from '@shufang/contract';
import type { OrderDependencies } from './order-dependencies.ts';
import type { OrderRecord } from './order-record.ts';
import { findOwnOrder } from './store.ts';

/** Returns the order if it belongs to the user. Throws `orders.notFound`. */
export const requireOwnOrder = async (deps: Pick<OrderDependencies, 'db'>, userId: string, no: string): Promise<OrderRecord> => {
  const order = await findOwnOrder(deps.db.orm, userId, no);
  if (order === undefined) throw new CodedError('orders.notFound');
  return order;
};
