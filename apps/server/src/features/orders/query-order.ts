/** Asks the platforms about an order because somebody at the desk wants to know: now, however lately they were asked. */
import { CodedError } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import type { OrderRecord } from './order-record.ts';
import { findOrder } from './store.ts';
import { tendOrder } from './tend-order.ts';

/** Throws `orders.notFound`, and `PlatformError` where a platform cannot be asked; that it was tried is recorded all the same. */
export const queryOrder = async (
  deps: OrderDependencies,
  operator: DeskOperator,
  no: string,
): Promise<{ before: OrderRecord; after: OrderRecord }> => {
  const before = await findOrder(deps.db.orm, no);
  if (before === undefined) throw new CodedError('orders.notFound');
  const note = (status: string): Promise<void> => {
    const target = { kind: 'order', id: no, name: no } as const;
    const act = { act: 'orders.query', target, before: { status: before.status }, after: { status } } as const;
    return recordAct(deps.db.orm, operator, act, deps.clock.now());
  };
  const after = await tendOrder(deps, no).catch(async (error: unknown) => {
    await note(before.status);
    throw error;
  });
  await note((after ?? before).status);
  return { before, after: after ?? before };
};
