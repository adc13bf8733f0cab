/** Returns whether an order of the caller can be refunded, and everything that prevents it. Throws `orders.notFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { requireOwnOrder } from '../own-order.ts';
import { refundRuleOf } from './refundable-order.ts';

export const getRefundRule: UseCase<'getRefundRule', OrderDependencies> = async (deps, { reader }, { no }) =>
  refundRuleOf(deps, await requireOwnOrder(deps, reader.userId, no));
