/** Sending a code by e-mail: what every way of sending must offer us. */

export interface MailMessage {
  readonly to: string;
  /** What the code is for. */
  readonly type: 'teacher';
  /** Six digits; they stand in `text` too. */
  readonly code: string;
  readonly subject: string;
  readonly text: string;
  /** UTC ms. */
  readonly at: number;
}

export interface MailGateway {
  /** Resolves when a mail server has taken the message. Throws `CodedError`: `account.mailUnavailable`. */
  send(message: MailMessage): Promise<void>;
}
