/** The SMS gateway of an installation without an SMS supplier: refuses every message and sends nothing. */
import { CodedError } from '@shufang/contract';
import type { SmsGateway } from './sms-gateway.ts';

export const unavailableSms: SmsGateway = {
  isOff: true,
  async send() {
    throw new CodedError('account.smsUnavailable');
  },
};
