/** Assembles and registers the orders slice with its enabled payment platforms and the functions of other slices that it uses. */
import { CodedError } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { createFileDependencies } from '../features/files/file-dependencies.ts';
import { attachmentOf } from '../features/files/file-name.ts';
import { sendFile } from '../features/files/send-file.ts';
import { findOwnFile } from '../features/files/store.ts';
import {
  createOrderDependencies,
  createOrderOperationDependencies,
  type OrderDependencies,
  type OrderOperationDependencies,
} from '../features/orders/order-dependencies.ts';
import { registerLocalPayPage } from '../features/orders/payments/local-pay-page.ts';
import { registerPaymentNotifications } from '../features/orders/payments/notifications.ts';
import { registerOrderRoutes } from '../features/orders/routes.ts';
import { findShareRead } from '../features/reading/active-share.ts';
import { listLeasedBooks } from '../features/reading/leases/lease-store.ts';
import { createOutbox } from '../gateways/outbox/outbox.ts';
import { createAlipay } from '../gateways/payment/alipay.ts';
import { createLocalPay, type LocalPay } from '../gateways/payment/local-pay.ts';
import type { PaymentGateway } from '../gateways/payment/payment-gateway.ts';
import { createWechatPay } from '../gateways/payment/wechat-pay.ts';
import { createWechatAccountApi } from '../gateways/wechat/wechat-api.ts';
import type { Router } from '../platform/http/router.ts';
import { measuredPayment } from './measured-gateways.ts';
import type { Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';

export interface AssembledOrders {
  readonly orders: OrderDependencies;
  /** The simulated payment platform, if it is enabled. */
  readonly localPay: LocalPay | undefined;
}

export const assembleOrders = (platform: Platform): AssembledOrders => {
  const { config, db, clock } = platform;
  const localPay = config.payProviders.includes('local')
    ? createLocalPay({
        db,
        clock,
        secret: deriveKey(platform.secret, 'local-pay'),
        outbox: createOutbox(`${config.dataDir}/outbox`, 'pay'),
        publicUrl: config.publicUrl,
      })
    : undefined;
  const configured: Readonly<Record<(typeof config.payProviders)[number], PaymentGateway | undefined>> = {
    wechat: config.wechatPay && createWechatPay(config.wechatPay, clock),
    alipay: config.alipay && createAlipay(config.alipay, clock),
    local: localPay,
  };
  const orders = createOrderDependencies(platform, {
    gateways: config.payProviders.flatMap((name) => {
      const gateway = configured[name];
      return gateway === undefined ? [] : measuredPayment(gateway, platform.metrics);
    }),
    wechatAccount: config.wechatAccount && createWechatAccountApi(config.wechatAccount),
    readShareOf: (userId, bookId) => findShareRead(db.orm, userId, bookId),
    listLeasedBooks: (userId, bookIds) => listLeasedBooks(db.orm, userId, bookIds, clock.now()),
  });
  return { orders, localPay };
};

/** Returns a function that sends a user's invoice file as an attachment. The function throws `file.notFound`. */
const createInvoiceFileSender =
  ({ db, clock, objects }: Pick<Platform, 'db' | 'clock' | 'objects'>): OrderOperationDependencies['sendInvoiceFile'] =>
  async (request, reply, ownerId, fileId) => {
    const refuse = (): never => {
      throw new CodedError('file.notFound');
    };
    const file = await findOwnFile(db.orm, ownerId, fileId, clock.now());
    if (file?.kind !== 'invoice') return refuse();
    return sendFile(objects, request, reply, file, { 'content-disposition': attachmentOf(file.name) }, refuse);
  };

/** Registers the operations of orders, the notifications of payment platforms and, if it is enabled, the simulated payment page. */
export const registerOrders = async (
  router: Router,
  fastify: FastifyInstance,
  platform: Platform,
  access: Pick<OrderOperationDependencies, 'rightOf' | 'rightsOf'>,
): Promise<OrderDependencies> => {
  const { orders, localPay } = assembleOrders(platform);
  const files = createFileDependencies(platform);
  const sendInvoiceFile = createInvoiceFileSender(platform);
  registerOrderRoutes(router, createOrderOperationDependencies(orders, { ...access, files, sendInvoiceFile }));
  await registerPaymentNotifications(fastify, orders);
  if (localPay !== undefined)
    registerLocalPayPage(fastify, { localPay, now: () => platform.clock.now(), host: new URL(platform.config.publicUrl).host });
  return orders;
};
