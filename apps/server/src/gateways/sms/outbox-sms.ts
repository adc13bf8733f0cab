/** SMS in demo mode: sends nothing, and writes the code to `DATA_DIR/outbox/sms.jsonl` as `{at, tel, type, code}`. */
import { CodedError } from '@shufang/contract';
import type { Outbox } from '../outbox/outbox.ts';
import type { SmsGateway } from './sms-gateway.ts';

export const createOutboxSms = (outbox: Outbox): SmsGateway => ({
  async send({ at, tel, type, code }) {
    try {
      await outbox.append({ at, tel, type, code });
    } catch (error) {
      throw new CodedError('account.smsUnavailable', {}, { cause: error });
    }
  },
});
