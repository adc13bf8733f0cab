/** The account slice put together: what its use cases need, made once at the start. */
import type { CaptchaGateway } from '../../gateways/captcha/captcha-gateway.ts';
import type { HostedSlider } from '../../gateways/captcha/hosted-slider.ts';
import type { MailGateway } from '../../gateways/mail/mail-gateway.ts';
import type { SmsGateway } from '../../gateways/sms/sms-gateway.ts';
import type { WechatGateway } from '../../gateways/wechat/wechat-gateway.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { type AccountKeys, deriveAccountKeys } from './account-keys.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';
import { createPasswordTransport, type PasswordTransport } from './password-transport.ts';

export interface AccountDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly limiter: RateLimiter;
  readonly sms: SmsGateway;
  /** Left out where no mail is sent. */
  readonly mail?: MailGateway | undefined;
  readonly captcha: CaptchaGateway;
  /** Left out where the slider is our own. */
  readonly hostedSlider?: HostedSlider | undefined;
  /** Left out where WeChat is not set up. */
  readonly wechat?: WechatGateway | undefined;
  /** At least 32 random bytes, the same on every instance (`SECRET_KEY`). */
  readonly secret: Uint8Array;
  /** Messages the whole system may send in an hour; a storm over it is refused and rings in the log. */
  readonly smsSystemPerHour: number;
  /** The same of mail. */
  readonly mailSystemPerHour: number;
  readonly log: Pick<Logger, 'error'>;
}

export interface Account extends Omit<AccountDependencies, 'secret'> {
  readonly keys: AccountKeys;
  readonly hasher: PasswordHasher;
  readonly transport: PasswordTransport;
}

export const createAccount = ({ secret, ...dependencies }: AccountDependencies): Account => {
  const keys = deriveAccountKeys(secret);
  return {
    ...dependencies,
    keys,
    hasher: createPasswordHasher(),
    transport: createPasswordTransport({ db: dependencies.db, clock: dependencies.clock, keys }),
  };
};
