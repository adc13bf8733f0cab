/** Orders, payments, refunds and invoices as they are kept. Money in fen, times in UTC ms. */
import type { Order, OrderBundle, OrderItem, PaymentChannel, PaymentStart, Refund } from '@shufang/contract';

/** What was bought, with what only the server needs of that moment. */
export interface OrderedItem extends OrderItem {
  /** How much of it had been read before it was renewed, 0 to 1: for giving money back counts what is read after. */
  readonly readBefore?: number;
}

export interface OrderRecord {
  readonly no: string;
  readonly userId: string;
  readonly status: Order['status'];
  readonly totalFen: number;
  readonly discountFen: number;
  readonly payFen: number;
  readonly refundedFen: number;
  readonly channel: PaymentChannel | undefined;
  readonly channelTxn: string | undefined;
  /** Our number of the payment that counts. */
  readonly tradeNo: string | undefined;
  readonly expireAt: number;
  readonly createdAt: number;
  readonly paidAt: number | undefined;
  readonly fulfilledAt: number | undefined;
  readonly closedAt: number | undefined;
  readonly closeReason: Order['closeReason'];
  readonly items: readonly (OrderedItem & { readonly skuId: string })[];
  /** The collection that was bought as one; absent: a single book. */
  readonly bundle: OrderBundle | undefined;
}

/** A payment begun at a platform. */
export interface PaymentAttempt {
  readonly tradeNo: string;
  readonly orderNo: string;
  readonly channel: PaymentChannel;
  readonly start: PaymentStart;
  readonly state: 'open' | 'paid' | 'closed';
}

export interface RefundRecord extends Refund {
  readonly channel: PaymentChannel;
  readonly tradeNo: string;
  readonly channelTxn: string;
}

export interface Sku {
  readonly id: string;
  readonly priceFen: number;
  readonly termDays: number | undefined;
  /** Sold from then on, UTC ms; undefined: since ever. */
  readonly saleFrom?: number | undefined;
  /** Not sold any more from then on; undefined: for ever. */
  readonly saleTo?: number | undefined;
}
