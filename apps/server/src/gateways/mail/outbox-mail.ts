/** Mail in demo mode: sends nothing, and writes the message to `DATA_DIR/outbox/mail.jsonl` as `{at, to, type, code, subject, text}`. */
import { CodedError } from '@shufang/contract';
import type { Outbox } from '../outbox/outbox.ts';
import type { MailGateway } from './mail-gateway.ts';

export const createOutboxMail = (outbox: Outbox): MailGateway => ({
  async send({ at, to, type, code, subject, text }) {
    try {
      await outbox.append({ at, to, type, code, subject, text });
    } catch (error) {
      throw new CodedError('account.mailUnavailable', {}, { cause: error });
    }
  },
});
