/** Dependencies of the use cases of orders, and the functions that create them. */
import { type AccessRight, CodedError, type PaymentChannel } from '@shufang/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentGateway } from '../../gateways/payment/payment-gateway.ts';
import type { WechatAccountGateway } from '../../gateways/wechat/wechat-gateway.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import { type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { findListedUsers, type ListedUser, searchUserIds } from '../account/find-users.ts';
import type { Book } from '../catalog/book.ts';
import type { FileDependencies } from '../files/file-dependencies.ts';
import { topicOfOrders } from '../sync/topics.ts';

/** The dependencies of reconciling an order with the payment providers, in operations and in jobs. */
export interface OrderDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly events: Pick<EventBus, 'publish'>;
  readonly log: Logger;
  readonly limiter: RateLimiter;
  /** The enabled payment providers, in the order in which they are offered. */
  readonly gateways: readonly PaymentGateway[];
  /** Identifies the payer inside WeChat; undefined if no WeChat official account is configured. */
  readonly wechatAccount?: Pick<WechatAccountGateway, 'payerUrl' | 'findOpenid'> | undefined;
  /** Origin of the web client, to which payment providers send notifications and return payers. */
  readonly publicUrl: string;
  /** Called once for each recorded payment. */
  readonly onPaid: (channel: PaymentChannel, amountFen: number) => void;
  /** Returns the topic on which changes of the user's orders are published. */
  readonly topicOf: (userId: string) => string;
  /** Returns how much of the book the user has actively read beyond the trial, 0 to 1 of the whole book. */
  readonly readShareOf: (userId: string, bookId: string) => Promise<number>;
  /** Returns those of the books of which a device of the user may have an offline copy. */
  readonly listLeasedBooks: (userId: string, bookIds: readonly string[]) => Promise<readonly string[]>;
}

/** The dependencies of the operations of the orders slice. */
export interface OrderOperationDependencies extends OrderDependencies {
  /** Returns the right of the caller to read a book. */
  readonly rightOf: (caller: CallContext, book: Book) => Promise<AccessRight>;
  /** Returns the rights of the caller, by book id. */
  readonly rightsOf: (caller: CallContext, books: readonly Book[]) => Promise<ReadonlyMap<string, AccessRight>>;
  /** Returns users by id, with masked phone numbers; deleted users are left out. */
  readonly findUsers: (ids: readonly string[]) => Promise<ReadonlyMap<string, ListedUser>>;
  /** Returns the ids of users by phone number, its last four digits, or nickname. */
  readonly searchUserIds: (q: string) => Promise<string[]>;
  readonly files: FileDependencies;
  /** Sends the PDF of an invoice as an attachment. Throws `file.notFound`. */
  readonly sendInvoiceFile: (request: FastifyRequest, reply: FastifyReply, ownerId: string, fileId: string) => Promise<unknown>;
}

type OrderPlatform = Pick<OrderDependencies, 'db' | 'clock' | 'jobs' | 'events' | 'log' | 'limiter'> & {
  readonly config: Pick<OrderDependencies, 'publicUrl'>;
  readonly metrics: { readonly paid: OrderDependencies['onPaid'] };
};

/** Returns the dependencies of reconciling orders. `readShareOf` and `listLeasedBooks` are of the reading slice. */
export const createOrderDependencies = (
  { db, clock, jobs, events, log, limiter, config, metrics }: OrderPlatform,
  provided: Pick<OrderDependencies, 'gateways' | 'wechatAccount' | 'readShareOf' | 'listLeasedBooks'>,
): OrderDependencies => ({
  db,
  clock,
  jobs,
  events,
  log,
  limiter,
  publicUrl: config.publicUrl,
  onPaid: metrics.paid,
  topicOf: topicOfOrders,
  ...provided,
});

export const createOrderOperationDependencies = (
  orders: OrderDependencies,
  provided: Pick<OrderOperationDependencies, 'rightOf' | 'rightsOf' | 'files' | 'sendInvoiceFile'>,
): OrderOperationDependencies => ({
  ...orders,
  findUsers: (ids) => findListedUsers(orders.db.orm, ids),
  searchUserIds: (q) => searchUserIds(orders.db.orm, q),
  ...provided,
});

/** Returns the payment provider of a channel; undefined if it is not enabled. */
export const gatewayOf = ({ gateways }: Pick<OrderDependencies, 'gateways'>, channel: PaymentChannel): PaymentGateway | undefined =>
  gateways.find((gateway) => gateway.channel === channel);

const HOUR_MS = 3_600_000;

/**
 * Counts one call against the user's hourly limit of `action`. Throws `request.tooMany`, and `unavailable` if the counter cannot be
 * reached.
 */
export const countPerHour = async (
  deps: Pick<OrderDependencies, 'limiter'>,
  action: string,
  userId: string,
  points: number,
): Promise<void> => {
  const result = await deps.limiter.take(`${action}:user:${userId}`, { points, windowMs: HOUR_MS }).catch((error: unknown) => {
    throw error instanceof RateLimiterUnavailableError ? new CodedError('unavailable', {}, { cause: error }) : error;
  });
  if (!result.allowed) throw new CodedError('request.tooMany');
};

/** The job that reconciles one order; its data is `{ id }`, the order's number. */
export const RECONCILE_ORDER_JOB = 'orders.reconcile';

/** Publishes that an order has changed: the buyer's open pages fetch it again. */
export const publishOrderChange = (deps: Pick<OrderDependencies, 'events' | 'topicOf'>, userId: string, no: string): Promise<void> =>
  deps.events.publish(deps.topicOf(userId), { no });
