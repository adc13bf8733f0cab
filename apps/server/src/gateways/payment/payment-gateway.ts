/** Payment platforms behind one port. What an order is, and what follows from a payment, is the orders slice's part. Money in fen. */
import type { PaymentChannel, PaymentStart } from '@shufang/contract';

export interface PaymentToBegin {
  /** Our number of the payment there: 6 to 32 letters, digits and `_`. */
  readonly tradeNo: string;
  readonly amountFen: number;
  /** What the person sees there. */
  readonly subject: string;
  /** UTC ms; not payable afterwards. */
  readonly expireAt: number;
  /** Where the platform tells us of the payment. */
  readonly notifyUrl: string;
  /** Where the platform sends the person's browser afterwards, if it does. */
  readonly returnUrl: string;
}

/** Facts about a payment that the platform has signed. */
export interface PaymentFact {
  readonly tradeNo: string;
  readonly state: 'paid' | 'unpaid' | 'closed';
  /** The platform's own number; there when paid. */
  readonly txn?: string;
  readonly amountFen?: number;
  /** UTC ms. */
  readonly paidAt?: number;
  /** For the record, without who paid. */
  readonly raw: Readonly<Record<string, unknown>>;
}

export interface RefundToMake {
  readonly tradeNo: string;
  /** Ours; the same number is never refunded twice. */
  readonly refundNo: string;
  readonly refundFen: number;
  readonly totalFen: number;
  readonly reason: string;
  readonly notifyUrl: string;
}

export interface RefundFact {
  readonly state: 'succeeded' | 'processing' | 'failed';
  /** The platform's words, when it failed. */
  readonly reason?: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** What came to the notification address: the very bytes, since they are what is signed. */
export interface ReceivedNotification {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface PaymentNotification {
  /** The platform's number of the notification. */
  readonly id: string;
  readonly tradeNo: string;
  /** Absent: it tells of something else about the trade (a refund): ask for it. */
  readonly fact: PaymentFact | undefined;
}

/** How the platform wants to be answered. */
export interface NotificationAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface PaymentGateway {
  readonly channel: PaymentChannel;
  /** These and `query`, `close`, `refund` throw `PlatformError` when the platform cannot be reached or does not do it. */
  begin(payment: PaymentToBegin): Promise<PaymentStart>;
  query(tradeNo: string): Promise<PaymentFact>;
  /** Makes it impossible to pay. A trade the platform does not know counts as closed; one that is paid throws. */
  close(tradeNo: string): Promise<void>;
  /** Asking again with the same number answers how it stands. */
  refund(refund: RefundToMake): Promise<RefundFact>;
  /** Throws `ForgedNotification` for anything that is not signed by the platform, for us, and fresh. */
  readNotification(received: ReceivedNotification): Promise<PaymentNotification>;
  readonly accepted: NotificationAnswer;
  readonly refused: NotificationAnswer;
}

/** The platform is away, or refused. `code` is its own, for the log. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: string;
  constructor(call: string, code: string, options?: ErrorOptions) {
    super(`${call} failed: ${code}`, options);
    this.code = code;
  }
}

/** Not from the platform, or not for us. */
export class ForgedNotification extends Error {
  override readonly name = 'ForgedNotification';
}
