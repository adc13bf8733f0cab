/** What the help slice needs of the others; the assembly hands it in. */
import type { getContact, getServiceStatus, OperatorTicket, OutputOf } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';

export interface HelpDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  /** The network an address is counted as. */
  readonly networkOf: (address: string) => string;
  /** Uses the captcha up, right or wrong. Throws `account.captchaWrong`. */
  readonly checkCaptcha: (proof: { captchaKey: string; captchaTxt: string }) => Promise<void>;
  /** Undefined for an account that is gone. */
  readonly askerOf: (userId: string) => Promise<OperatorTicket['asker']>;
  /** The open pages of this person look anew: one of their questions was answered or closed. */
  readonly tellAsker: (userId: string) => Promise<void>;
  readonly contact: OutputOf<typeof getContact>;
  readonly parts: () => Promise<OutputOf<typeof getServiceStatus>['parts']>;
  /** Empty while the database does not answer. */
  readonly outages: () => Promise<OutputOf<typeof getServiceStatus>['history']>;
}
