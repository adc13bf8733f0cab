/** Translates failures of payment providers to coded errors. */
import { CodedError } from '@shufang/contract';
import { PlatformError } from '../../../gateways/payment/payment-gateway.ts';
import type { OrderDependencies } from '../order-dependencies.ts';

/** Returns `orders.channelFailed` for a failure of a payment provider, which is logged; other errors are returned unchanged. */
export const asCodedError = (deps: Pick<OrderDependencies, 'log'>, orderNo: string, error: unknown): unknown => {
  if (!(error instanceof PlatformError)) return error;
  deps.log.warn({ err: error, orderNo }, 'a call to a payment platform failed');
  return new CodedError('orders.channelFailed', {}, { cause: error });
};
