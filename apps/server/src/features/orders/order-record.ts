/** Orders, payment attempts, refunds and prices as they are stored. Amounts in fen, times in UTC ms. */
import type { ClientEnvironment, Order, OrderBundle, OrderItem, PaymentChannel, PaymentStart, Refund } from '@shufang/contract';

/** A book of an order, with the fields that are not sent to clients. */
export interface OrderedItem extends OrderItem {
  /** How much of the book was read when it was bought again, 0 to 1: a refund of the renewal counts only what is read afterwards. */
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
  /** The trade number of the payment that paid the order. */
  readonly tradeNo: string | undefined;
  readonly expireAt: number;
  readonly createdAt: number;
  readonly paidAt: number | undefined;
  readonly fulfilledAt: number | undefined;
  readonly closedAt: number | undefined;
  readonly closeReason: Order['closeReason'];
  readonly items: readonly (OrderedItem & { readonly skuId: string })[];
  /** The collection bought as a bundle; undefined for an order of a single book. */
  readonly bundle: OrderBundle | undefined;
}

/** A payment of an order started at a payment provider. */
export interface PaymentAttempt {
  readonly tradeNo: string;
  readonly orderNo: string;
  readonly channel: PaymentChannel;
  /** The environment of the payer's browser: computer, phone, or inside WeChat. */
  readonly environment: ClientEnvironment;
  /**
   * The session that started the payment attempt, if only the WeChat user of that session can pay it; undefined if any session may continue
   * it.
   */
  readonly payerSid: string | undefined;
  readonly start: PaymentStart;
  readonly state: 'open' | 'paid' | 'closed';
  /** When the payment was started, UTC ms. */
  readonly createdAt: number;
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
  /** Start of the sale, UTC ms; undefined: on sale from the beginning. */
  readonly saleFrom?: number | undefined;
  /** End of the sale, UTC ms, exclusive; undefined: on sale without an end. */
  readonly saleTo?: number | undefined;
}
