/** Wraps gateways so that their calls are counted; the gateways themselves do not depend on metrics. */
import type { MailGateway } from '../gateways/mail/mail-gateway.ts';
import type { PaymentGateway } from '../gateways/payment/payment-gateway.ts';
import type { SmsGateway } from '../gateways/sms/sms-gateway.ts';
import { type Metrics, timedCall } from '../platform/metrics.ts';

/** Returns the gateway with counted calls; a gateway that is switched off is returned unchanged. */
export const measuredSms = (gateway: SmsGateway, metrics: Metrics): SmsGateway =>
  gateway.isOff === true
    ? gateway
    : {
        ...gateway,
        send: (message) =>
          timedCall(
            () => gateway.send(message),
            (outcome, seconds) => metrics.messageSent('sms', outcome, seconds),
          ),
      };

export const measuredMail = (gateway: MailGateway, metrics: Metrics): MailGateway => ({
  ...gateway,
  send: (message) =>
    timedCall(
      () => gateway.send(message),
      (outcome, seconds) => metrics.messageSent('mail', outcome, seconds),
    ),
});

export const measuredPayment = (gateway: PaymentGateway, metrics: Metrics): PaymentGateway => {
  const call = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    timedCall(work, (outcome, seconds) => metrics.paymentCalled(gateway.channel, name, outcome, seconds));
  return {
    ...gateway,
    begin: (payment) => call('begin', () => gateway.begin(payment)),
    query: (tradeNo) => call('query', () => gateway.query(tradeNo)),
    close: (tradeNo) => call('close', () => gateway.close(tradeNo)),
    refund: (refund) => call('refund', () => gateway.refund(refund)),
    readNotification: async (received) => {
      try {
        const notification = await gateway.readNotification(received);
        metrics.paymentNotified(gateway.channel, 'accepted');
        return notification;
      } catch (error) {
        metrics.paymentNotified(gateway.channel, 'refused');
        throw error;
      }
    },
  };
};
