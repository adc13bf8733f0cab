/** Sending a code by short message: what every supplier must offer us. */
import type { SmsType } from '@shufang/contract';

export interface SmsMessage {
  readonly tel: string;
  readonly type: SmsType;
  /** Six digits. */
  readonly code: string;
  /** UTC ms. */
  readonly at: number;
}

export interface SmsGateway {
  /** True where no supplier is set up: every message would be refused. */
  readonly isOff?: boolean;
  /** Resolves when the supplier has taken the message. Throws `CodedError`: `account.smsUnavailable`, or `account.smsBudget` when the supplier limits the number. */
  send(message: SmsMessage): Promise<void>;
}
