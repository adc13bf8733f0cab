/** An account slice on a fresh database, with a controllable clock and gateways that record what they send. */

import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { DeviceCode, LoginResult, SmsType } from '@shufang/contract';
import type { SmsMessage } from '../../../gateways/sms/sms-gateway.ts';
import { type AdjustableClock, createAdjustableClock } from '../../../platform/clock.ts';
import { createInProcessEvents, type EventBus } from '../../../platform/events.ts';
import type { Authentication, ReaderContext } from '../../../platform/http/call-context.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createMemoryRateLimiter } from '../../../platform/rate-limit.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { type Account, type AccountDependencies, createAccount } from '../account.ts';
import { createAuthenticator } from '../authenticate.ts';
import { getCaptcha } from '../captcha/get-captcha.ts';
import { createFakeCaptcha } from '../captcha/testing/fake-captcha.ts';
import { sendSmsCode } from '../codes/send-sms-code.ts';
import type { PublicKeyForPassword } from '../password/password-transport.ts';
import { signInWithPassword } from '../sign-in/sign-in-with-password.ts';
import { signInWithSmsCode } from '../sign-in/sign-in-with-sms-code.ts';
import { callerOf, payloadOf } from './caller.ts';

export const TEST_SECRET = Buffer.alloc(32, 7);

export interface AccountFixture {
  readonly account: Account;
  readonly clock: AdjustableClock;
  readonly events: EventBus;
  /** SMS messages in the order in which they were sent. */
  readonly sent: readonly SmsMessage[];
  authenticate(token: string | undefined, deviceCode?: DeviceCode): Promise<Authentication>;
  authenticateWith(token: string, deviceCode: DeviceCode, options: { readonly acceptsAccessToken: boolean }): Promise<Authentication>;
  solvedCaptcha(): Promise<{ captchaKey: string; captchaTxt: string }>;
  sendCode(
    tel: string,
    where?: { type?: SmsType; address?: string; deviceId?: string; deviceCredentials?: readonly string[] },
  ): Promise<string>;
  signInBySms(tel: string, deviceCode?: DeviceCode): Promise<LoginResult>;
  signInByPassword(tel: string, password: string, where?: { address?: string; deviceCode?: DeviceCode }): Promise<LoginResult>;
  /** Signs a new or existing user in by SMS and returns their caller. */
  signedInCaller(tel: string): Promise<ReaderContext>;
  drop(): Promise<void>;
}

/** Encrypts a password as the client does. */
export const encryptPassword = (key: Pick<PublicKeyForPassword, 'rsaKey' | 'kid' | 'nonce'>, password: string): string => {
  const plain = Buffer.from(JSON.stringify({ pw: password, n: key.nonce }));
  const options = { key: createPublicKey(key.rsaKey), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return `${key.kid}:${publicEncrypt(options, plain).toString('base64')}`;
};

export const createAccountFixture = async (overrides: Partial<AccountDependencies> = {}): Promise<AccountFixture> => {
  const database = await createTestDatabase();
  const clock = createAdjustableClock();
  const events = createInProcessEvents(createLogger('silent'));
  const sent: SmsMessage[] = [];
  const { captcha, captchaAnswerOf } = createFakeCaptcha();
  const account = createAccount({
    db: database.db,
    clock,
    events,
    limiter: createMemoryRateLimiter(clock),
    sms: {
      async send(message) {
        sent.push(message);
      },
    },
    captcha,
    providers: {},
    secret: TEST_SECRET,
    sessionsPerDeviceType: 1,
    smsSystemPerHour: 10_000,
    mailSystemPerHour: 10_000,
    refusesPublishedPassword: false,
    log: createLogger('silent'),
    ...overrides,
  });
  const authenticate = createAuthenticator(account);
  const solvedCaptcha = async (): Promise<{ captchaKey: string; captchaTxt: string }> => {
    const { key } = await payloadOf(getCaptcha(account, callerOf({ address: '192.0.2.1' }), {}));
    return { captchaKey: key, captchaTxt: captchaAnswerOf(key) };
  };
  const sendCode: AccountFixture['sendCode'] = async (tel, { type = 'login', address = '192.0.2.1', deviceId, deviceCredentials } = {}) => {
    await payloadOf(sendSmsCode(account, callerOf({ address, deviceId, deviceCredentials }), { tel, type, ...(await solvedCaptcha()) }));
    return sent.findLast((message) => message.tel === tel && message.type === type)?.code ?? '';
  };
  return {
    account,
    clock,
    events,
    sent,
    authenticate: (token, deviceCode = 'web') => authenticate(token === undefined ? undefined : `dp-token ${token}`, deviceCode),
    authenticateWith: (token, deviceCode, options) => authenticate(`dp-token ${token}`, deviceCode, options),
    solvedCaptcha,
    sendCode,
    signInBySms: async (tel, deviceCode = 'web') => {
      const code = await sendCode(tel);
      clock.advance(60_000);
      return payloadOf(
        signInWithSmsCode(account, callerOf({ deviceCode, deviceId: undefined, userAgent: '', address: '192.0.2.1' }), {
          tel,
          code,
          autoRegister: true,
        }),
      );
    },
    signInByPassword: async (tel, password, { address = '192.0.2.1', deviceCode = 'web' } = {}) => {
      const encrypted = encryptPassword(await account.transport.issueKey(), password);
      const input = { tel, password: encrypted, ...(await solvedCaptcha()) };
      return payloadOf(signInWithPassword(account, callerOf({ deviceCode, deviceId: undefined, userAgent: '', address }), input));
    },
    signedInCaller: async (tel) => {
      const code = await sendCode(tel);
      clock.advance(60_000);
      const login = await payloadOf(signInWithSmsCode(account, callerOf(), { tel, code, autoRegister: true }));
      const who = await authenticate(`dp-token ${login.dpAuthToken}`, 'web');
      if (who.kind !== 'reader') throw new Error('the new session is not live');
      return { ...callerOf(), reader: who.reader };
    },
    drop: () => database.drop(),
  };
};

/** Returns the error code of `work`, or `success`. */
export const outcomeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'success';
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
};
