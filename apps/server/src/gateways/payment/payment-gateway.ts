/** The interface to payment providers. The orders slice decides what an order is and what a payment causes. Amounts are in fen. */
import type { ClientEnvironment, PaymentChannel, PaymentStart } from '@shufang/contract';

export interface PaymentToBegin {
  /** Our number for the payment at the provider: 6 to 32 letters, digits and `_`. */
  readonly tradeNo: string;
  readonly amountFen: number;
  /** The description of the order that the payer sees at the provider. */
  readonly subject: string;
  /** Time after which the trade cannot be paid, UTC ms. */
  readonly expireAt: number;
  /** The URL to which the provider sends notifications. */
  readonly notifyUrl: string;
  /** Where the payer's browser runs; this decides which payment product is used. Undefined: on a computer. */
  readonly environment?: ClientEnvironment;
  /** The URL to which the provider returns the payer after the payment, if it does. */
  readonly returnUrl: string;
  /** The URL to which the provider returns a payer who cancels. Undefined: the same as `returnUrl`. */
  readonly quitUrl?: string;
  /** IP address of the payer's browser; present on phones. */
  readonly payerAddress?: string;
  /** The payer's openid (WeChat's id of the user) at the public account; present if `needsOpenid` returns true. */
  readonly openid?: string | undefined;
}

/** Facts about a payment that the provider has signed. */
export interface PaymentFact {
  readonly tradeNo: string;
  readonly state: 'paid' | 'unpaid' | 'closed';
  /** The provider's own number of the payment; present if the trade is paid. */
  readonly txn?: string;
  readonly amountFen?: number;
  /** Time of the payment, UTC ms. */
  readonly paidAt?: number;
  /** The provider's response for the log, without the payer's data. */
  readonly raw: Readonly<Record<string, unknown>>;
}

export interface RefundToMake {
  readonly tradeNo: string;
  /** Our number for the refund; the provider never makes a refund twice for the same number. */
  readonly refundNo: string;
  readonly refundFen: number;
  readonly totalFen: number;
  readonly reason: string;
  readonly notifyUrl: string;
}

export interface RefundFact {
  readonly state: 'succeeded' | 'processing' | 'failed';
  /** The provider's message, if the refund failed. */
  readonly reason?: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A request to the notification URL: the exact bytes, because these are signed. */
export interface ReceivedNotification {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface PaymentNotification {
  /** The provider's number of the notification. */
  readonly id: string;
  readonly tradeNo: string;
  /** The reported payment; undefined if the notification is about something else (a refund), and then the trade must be queried. */
  readonly fact: PaymentFact | undefined;
}

/** The response that the provider expects to a notification. */
export interface NotificationResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface PaymentGateway {
  readonly channel: PaymentChannel;
  /** Returns whether payments are possible in this environment with the payment products that the operator has. */
  offers(environment: ClientEnvironment): boolean;
  /** Returns whether a payment in this environment is bound to one WeChat user, who alone can pay it. */
  needsOpenid(environment: ClientEnvironment): boolean;
  /** Begins a payment. This function, `query`, `close` and `refund` throw `PlatformError` if the provider is unreachable or refuses. */
  begin(payment: PaymentToBegin): Promise<PaymentStart>;
  query(tradeNo: string): Promise<PaymentFact>;
  /**
   * Closes a trade, so that it can no longer be paid. A trade that the provider does not know counts as closed. Throws for a paid trade.
   */
  close(tradeNo: string): Promise<void>;
  /** Refunds an amount. A second call with the same refund number returns the status of the first refund. */
  refund(refund: RefundToMake): Promise<RefundFact>;
  /**
   * Parses and checks a notification. Throws `ForgedNotification` if the provider did not sign it, it is for another merchant, or it is too
   * old.
   */
  readNotification(received: ReceivedNotification): Promise<PaymentNotification>;
  readonly accepted: NotificationResponse;
  readonly refused: NotificationResponse;
}

/** Thrown when the payment provider is unreachable or refuses a call. `code` is the provider's own error code, for the log. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: string;
  constructor(call: string, code: string, options?: ErrorOptions) {
    super(`${call} failed: ${code}`, options);
    this.code = code;
  }
}

/** Thrown for a notification that is not from the payment provider or not for this merchant. */
export class ForgedNotification extends Error {
  override readonly name = 'ForgedNotification';
}
