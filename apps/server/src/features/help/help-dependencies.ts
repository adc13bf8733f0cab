/** Dependencies of the help slice. */
import type { getContact, getServiceStatus, OperatorTicket, OutputOf } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { createServiceHistory } from './service-history.ts';
import { createCachedProbe, type ProbeDependencies, type ServiceParts } from './service-probes.ts';

export interface HelpDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  /** Returns the subnet of a client IP, by which requests are counted. */
  readonly subnetOf: (clientIp: string) => string;
  /** Checks the result of a captcha, which cannot be used again, whether right or wrong. Throws `account.captchaWrong`. */
  readonly checkCaptcha: (proof: { captchaKey: string; captchaTxt: string }) => Promise<void>;
  /** Returns the author of a help ticket for operators; undefined for an account that does not exist. */
  readonly findAuthor: (userId: string) => Promise<OperatorTicket['author']>;
  /** Tells the user's open pages that one of their help tickets was answered or closed. */
  readonly notifyAuthor: (userId: string) => Promise<void>;
  readonly contact: () => Promise<OutputOf<typeof getContact>>;
  readonly parts: () => Promise<ServiceParts>;
  /** Returns past outages of the service; none while the database is unavailable. */
  readonly outages: () => Promise<OutputOf<typeof getServiceStatus>['history']>;
}

/** Dependencies that the assembly passes in: those of the platform, the probes of the service and functions of other slices. */
type HelpOptions = ProbeDependencies & { readonly log: Logger } & Omit<HelpDependencies, 'parts' | 'outages'>;

export const createHelpDependencies = (options: HelpOptions): HelpDependencies => {
  const history = createServiceHistory(options);
  return {
    ...options,
    parts: createCachedProbe(options),
    outages: () =>
      history.outages().catch((error: unknown) => {
        options.log.error({ err: error }, 'the outage history could not be read');
        return [];
      }),
  };
};
