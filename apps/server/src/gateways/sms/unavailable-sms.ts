/** Stands where no supplier of short messages is set up: every wish is refused, nothing is pretended. */
import { CodedError } from '@shufang/contract';
import type { SmsGateway } from './sms-gateway.ts';

export const unavailableSms: SmsGateway = {
  isOff: true,
  async send() {
    throw new CodedError('account.smsUnavailable');
  },
};
