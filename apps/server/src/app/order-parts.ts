/** What orders need, taken from an open platform: the payment platforms that are switched on, and how the person's clients are told. */
import type { OrderDependencies } from '../features/orders/order-dependencies.ts';
import { findActiveShare } from '../features/reading/active-share.ts';
import { topicOfOrders } from '../features/sync/topics.ts';
import { createOutbox } from '../gateways/outbox/outbox.ts';
import { createAlipay } from '../gateways/payment/alipay.ts';
import { createLocalPay, type LocalPay } from '../gateways/payment/local-pay.ts';
import type { PaymentGateway } from '../gateways/payment/payment-gateway.ts';
import { createWechatPay } from '../gateways/payment/wechat-pay.ts';
import type { Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';

export interface OrderParts extends OrderDependencies {
  /** Present where the local payment page is switched on. */
  readonly localPay: LocalPay | undefined;
}

export const orderParts = (platform: Platform): OrderParts => {
  const { config, db, clock, jobs, events, log, limiter } = platform;
  const localPay = config.payProviders.includes('local')
    ? createLocalPay({
        db,
        clock,
        secret: deriveKey(platform.secret, 'local-pay'),
        outbox: createOutbox(`${config.dataDir}/outbox`, 'pay'),
        publicUrl: config.publicUrl,
      })
    : undefined;
  const made: Readonly<Record<(typeof config.payProviders)[number], PaymentGateway | undefined>> = {
    wechat: config.wechatPay && createWechatPay(config.wechatPay, clock),
    alipay: config.alipay && createAlipay(config.alipay, clock),
    local: localPay,
  };
  return {
    db,
    clock,
    jobs,
    events,
    log,
    limiter,
    gateways: config.payProviders.flatMap((name) => made[name] ?? []),
    localPay,
    publicUrl: config.publicUrl,
    topicOf: topicOfOrders,
    readShareOf: (userId, bookId) => findActiveShare(db.orm, userId, bookId),
  };
};
