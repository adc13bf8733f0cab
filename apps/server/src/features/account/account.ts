/** The dependencies of the account use cases, created once at startup. */
import type { CaptchaGateway } from '../../gateways/captcha/captcha-gateway.ts';
import type { HostedSlider } from '../../gateways/captcha/hosted-slider.ts';
import type { ProviderGateways } from '../../gateways/identity/provider-gateway.ts';
import type { MailGateway } from '../../gateways/mail/mail-gateway.ts';
import type { SmsGateway } from '../../gateways/sms/sms-gateway.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { type AccountKeys, deriveAccountKeys } from './account-keys.ts';
import type { InstitutionAddresses } from './address-limits.ts';
import { createPasswordHasher, type PasswordHasher } from './password/password-hasher.ts';
import { createPasswordTransport, type PasswordTransport } from './password/password-transport.ts';

export interface AccountDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly limiter: RateLimiter;
  readonly sms: SmsGateway;
  /** Sends mail; absent on an installation that sends no mail. */
  readonly mail?: MailGateway | undefined;
  readonly captcha: CaptchaGateway;
  /** The supplier's slider captcha; absent on an installation that uses the built-in slider. */
  readonly hostedSlider?: HostedSlider | undefined;
  /** The providers by which every user can sign in. */
  readonly providers: ProviderGateways;
  /** The server's secret (`SECRET_KEY`): at least 32 random bytes, the same on every instance. */
  readonly secret: Uint8Array;
  /** Decides whether a user who has proven the first factor needs a second one to sign in. Absent: no user needs one. */
  readonly needsSecondFactor?: ((tx: Transaction, userId: string) => Promise<boolean>) | undefined;
  /** The maximum number of sessions of a user on one type of device; a further sign-in replaces the oldest. */
  readonly sessionsPerDeviceType: number;
  /** Whether roles of operators are withheld from sessions that have not passed the second factor (`SECOND_FACTOR`). */
  readonly secondFactorRequired?: boolean | undefined;
  /** The system-wide limit of SMS messages per hour; messages beyond it are refused and an alarm is logged. */
  readonly smsSystemPerHour: number;
  /** The system-wide limit of mail messages per hour; messages beyond it are refused and an alarm is logged. */
  readonly mailSystemPerHour: number;
  /** The IP addresses of institutions, whose rate limits are raised; absent when there are none. */
  readonly institutionAddresses?: InstitutionAddresses | undefined;
  readonly log: Pick<Logger, 'error'>;
  /** Whether the published demo password is refused, for new passwords and at sign-in: true when demo mode is off. */
  readonly refusesPublishedPassword: boolean;
}

export interface Account extends Omit<AccountDependencies, 'secret'> {
  readonly keys: AccountKeys;
  readonly hasher: PasswordHasher;
  readonly transport: PasswordTransport;
  /** The functions that sign-in methods run with the new session, by name (`SignInFollowUp`). Higher slices register theirs at assembly. */
  readonly followUps: Map<string, FollowUp>;
}

type FollowUp = (session: { readonly sid: string; readonly userId: string }, data: unknown) => Promise<void>;

export const createAccount = ({ secret, ...dependencies }: AccountDependencies): Account => {
  const keys = deriveAccountKeys(secret);
  return {
    ...dependencies,
    keys,
    hasher: createPasswordHasher(),
    transport: createPasswordTransport({ db: dependencies.db, clock: dependencies.clock, keys }),
    followUps: new Map(),
  };
};
