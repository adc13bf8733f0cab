/**
 * Suspends the entitlements of an order while its payment is disputed, or resumes them. Returns how many entitlements have changed. Throws
 * `orders.notFound`, `orders.shared`, `orders.rightsUnchanged`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { setBoughtRights } from '../entitlement/grant-bought-book.ts';
import { notifyUser } from '../notification/notifications.ts';
import { type OrderOperationDependencies, publishOrderChange } from './order-dependencies.ts';
import { requireWholeOrder } from './scoped-orders.ts';
import { lockOrder } from './store.ts';

export const setOrderRights: UseCase<'setOrderRights', OrderOperationDependencies> = async (deps, caller, { no, status, reason }) => {
  await requireWholeOrder(deps.db.orm, no, caller.accessScope);
  const now = deps.clock.now();
  const isSuspended = status === 'suspended';
  const { userId, changed } = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, no);
    if (order === undefined) throw new CodedError('orders.notFound');
    const count = await setBoughtRights(tx, no, isSuspended ? { status, reason } : { status });
    if (count === 0) throw new CodedError('orders.rightsUnchanged');
    const target = { kind: 'order', id: no, name: no } as const;
    await recordAuditEvent(
      tx,
      operatorOf(caller),
      { action: isSuspended ? 'rights.suspend' : 'rights.resume', target, after: { rights: count }, reason },
      now,
    );
    await notifyUser(tx, order.userId, { kind: isSuspended ? 'rightsSuspended' : 'rightsResumed', subject: { id: no, name: no } }, now);
    return { userId: order.userId, changed: count };
  });
  await publishOrderChange(deps, userId, no);
  return { payload: { changed }, say: isSuspended ? '已暂停阅读权限' : '已恢复阅读权限' };
};
