/**
 * Returns an order of the caller with its history, refunds, invoice, refund rule and the payment channels of the caller's browser. Throws
 * `orders.notFound`.
 */
import { clientEnvironmentOf } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findInvoiceOfOrder } from './invoices/invoice-store.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { requireOwnOrder } from './own-order.ts';
import { queryPlatforms } from './reconcile-order.ts';
import { listRefundsOf } from './refunds/refund-store.ts';
import { refundRuleOf } from './refunds/refundable-order.ts';
import { eventsOf, viewInvoice, viewOrder, viewRefund } from './view.ts';

export const getOrder: UseCase<'getOrder', OrderOperationDependencies> = async (deps, { reader, userAgent }, { no }) => {
  const environment = clientEnvironmentOf(userAgent);
  const order = await queryPlatforms(deps, await requireOwnOrder(deps, reader.userId, no));
  const refunds = await listRefundsOf(deps.db.orm, no);
  const invoice = await findInvoiceOfOrder(deps.db.orm, no);
  return {
    order: viewOrder(order),
    events: eventsOf(order, refunds),
    refunds: refunds.map(viewRefund),
    ...(invoice === undefined ? {} : { invoice: viewInvoice(invoice) }),
    refundRule: await refundRuleOf(deps, order),
    clientEnvironment: environment,
    channels: deps.gateways.flatMap((gateway) => (gateway.offers(environment) ? gateway.channel : [])),
    channelsElsewhere: deps.gateways.flatMap((gateway) => (gateway.offers(environment) ? [] : gateway.channel)),
  };
};
