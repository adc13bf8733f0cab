/** Sends codes by SMS: the interface that every supplier's adapter implements. */
import type { SmsType } from '@shufang/contract';

export interface SmsMessage {
  readonly tel: string;
  readonly type: SmsType;
  /** The code of six digits. */
  readonly code: string;
  /** Time of sending, UTC ms. */
  readonly at: number;
}

export interface SmsGateway {
  /** Whether no supplier is configured, so that every message is refused. */
  readonly isOff?: boolean;
  /**
   * Sends the message. Resolves when the supplier has accepted it. Throws `CodedError`: `account.smsUnavailable`, or `account.smsBudget` if
   * the supplier limits messages to the number.
   */
  send(message: SmsMessage): Promise<void>;
}
