/** Sends codes by e-mail: the interface that every implementation provides. */

export interface MailMessage {
  readonly to: string;
  /** The purpose of the code; `teacher`: to verify the mailbox of a teacher. */
  readonly type: 'teacher';
  /** The code of six digits; `text` contains it too. */
  readonly code: string;
  readonly subject: string;
  readonly text: string;
  /** Time of sending, UTC ms. */
  readonly at: number;
}

export interface MailGateway {
  /** Sends the message. Resolves when a mail server has accepted it. Throws `CodedError`: `account.mailUnavailable`. */
  send(message: MailMessage): Promise<void>;
}
