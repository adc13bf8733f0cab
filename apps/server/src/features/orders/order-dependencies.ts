/** What the use cases of orders work with. */
import { CodedError, type PaymentChannel } from '@shufang/contract';
import type { PaymentGateway } from '../../gateways/payment/payment-gateway.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import { type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';

export interface OrderDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly events: Pick<EventBus, 'publish'>;
  readonly log: Logger;
  readonly limiter: RateLimiter;
  /** Those that are switched on, in the order they are offered. */
  readonly gateways: readonly PaymentGateway[];
  /** Origin of the web client: platforms call back and send people back there. */
  readonly publicUrl: string;
  /** Topic on which a person's open clients hear of their orders. */
  readonly topicOf: (userId: string) => string;
  /** How much of the book the person has actively read beyond its trial, 0 to 1 of the whole. */
  readonly readShareOf: (userId: string, bookId: string) => Promise<number>;
}

export const gatewayOf = ({ gateways }: Pick<OrderDependencies, 'gateways'>, channel: PaymentChannel): PaymentGateway | undefined =>
  gateways.find((gateway) => gateway.channel === channel);

const HOUR_MS = 3_600_000;

/** Counts one more of `what` for the person. Throws `request.tooMany`; `unavailable` while it cannot be counted. */
export const countPerHour = async (
  deps: Pick<OrderDependencies, 'limiter'>,
  what: string,
  userId: string,
  points: number,
): Promise<void> => {
  const answer = await deps.limiter.take(`${what}:user:${userId}`, { points, windowMs: HOUR_MS }).catch((error: unknown) => {
    throw error instanceof RateLimiterUnavailableError ? new CodedError('unavailable', {}, { cause: error }) : error;
  });
  if (!answer.allowed) throw new CodedError('request.tooMany');
};

/** Job that brings one order on: data `{ id }`, its number. */
export const TEND_ORDER_JOB = 'orders.tend';

/** The person's open pages ask again. */
export const tellBuyer = (deps: OrderDependencies, userId: string, no: string): Promise<void> =>
  deps.events.publish(deps.topicOf(userId), { no });
