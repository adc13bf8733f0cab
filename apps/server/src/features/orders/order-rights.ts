/** Rights of an order stopped while its payment is disputed, and let go on. */
import { CodedError, type OutputOf, type setOrderRights as operation, type ParsedInputOf } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import { tellPerson } from '../../platform/notices.ts';
import { setBoughtRights } from '../commerce/grant-bought-book.ts';
import { type OrderDependencies, tellBuyer } from './order-dependencies.ts';
import { lockOrder } from './store.ts';

/** Throws `orders.notFound`, `orders.rightsUnchanged`. */
export const setOrderRights = async (
  deps: OrderDependencies,
  operator: DeskOperator,
  { no, status, reason }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> => {
  const now = deps.clock.now();
  const { userId, changed } = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, no);
    if (order === undefined) throw new CodedError('orders.notFound');
    const count = await setBoughtRights(tx, no, status === 'suspended' ? { status, reason } : { status });
    if (count === 0) throw new CodedError('orders.rightsUnchanged');
    const isStop = status === 'suspended';
    const target = { kind: 'order', id: no, name: no } as const;
    await recordAct(tx, operator, { act: isStop ? 'rights.suspend' : 'rights.resume', target, after: { rights: count }, reason }, now);
    await tellPerson(tx, order.userId, { kind: isStop ? 'rightsSuspended' : 'rightsResumed', subject: { id: no, name: no } }, now);
    return { userId: order.userId, changed: count };
  });
  await tellBuyer(deps, userId, no);
  return { changed };
};
