/** An account slice on a fresh database with a clock to move and suppliers that remember what they were given. */
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { DeviceCode, LoginResult, SmsType } from '@shufang/contract';
import type { SmsMessage } from '../../../gateways/sms/sms-gateway.ts';
import { type AdjustableClock, createAdjustableClock } from '../../../platform/clock.ts';
import { createInProcessEvents, type EventBus } from '../../../platform/events.ts';
import type { Authentication } from '../../../platform/http/call-context.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createMemoryRateLimiter } from '../../../platform/rate-limit.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { type Account, type AccountDependencies, createAccount } from '../account.ts';
import { createAuthenticator } from '../authenticate.ts';
import { createImageCaptcha } from '../captchas.ts';
import type { PublicKeyForPassword } from '../password-transport.ts';
import { signInWithPassword } from '../sign-in-with-password.ts';
import { signInWithSmsCode } from '../sign-in-with-sms-code.ts';
import { sendSmsCode } from '../sms-codes.ts';

export const TEST_SECRET = Buffer.alloc(32, 7);

export interface AccountFixture {
  readonly account: Account;
  readonly clock: AdjustableClock;
  readonly events: EventBus;
  /** Messages in the order they were sent. */
  readonly sent: readonly SmsMessage[];
  authenticate(token: string | undefined, deviceCode?: DeviceCode): Promise<Authentication>;
  solvedCaptcha(): Promise<{ captchaKey: string; captchaTxt: string }>;
  sendCode(tel: string, where?: { type?: SmsType; address?: string; deviceId?: string }): Promise<string>;
  signInBySms(tel: string, deviceCode?: DeviceCode): Promise<LoginResult>;
  signInByPassword(tel: string, password: string, where?: { address?: string; deviceCode?: DeviceCode }): Promise<LoginResult>;
  drop(): Promise<void>;
}

/** As a client does it. */
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
  const answers = new Map<string, string>();
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
    captcha: {
      createImage: async () => ({ answer: 'AK7T', png: Buffer.from('png') }),
      createAudio: async () => ({ answer: '320746', wav: Buffer.from('wav') }),
      createSlider: async () => ({
        answer: 123,
        width: 320,
        height: 40,
        pieceWidth: 48,
        picture: Buffer.from('png'),
        piece: Buffer.from('png'),
      }),
      async noteAnswer({ key, answer }) {
        answers.set(key, answer);
      },
    },
    secret: TEST_SECRET,
    smsSystemPerHour: 10_000,
    mailSystemPerHour: 10_000,
    log: createLogger('silent'),
    ...overrides,
  });
  const authenticate = createAuthenticator(account);
  const solvedCaptcha = async (): Promise<{ captchaKey: string; captchaTxt: string }> => {
    const { key } = await createImageCaptcha(account, { address: '192.0.2.1' });
    return { captchaKey: key, captchaTxt: answers.get(key) ?? '' };
  };
  const sendCode: AccountFixture['sendCode'] = async (tel, { type = 'login', address = '192.0.2.1', deviceId } = {}) => {
    await sendSmsCode(account, { tel, type, ...(await solvedCaptcha()) }, { address, deviceId });
    return sent.findLast((message) => message.tel === tel && message.type === type)?.code ?? '';
  };
  return {
    account,
    clock,
    events,
    sent,
    authenticate: (token, deviceCode = 'web') => authenticate(token === undefined ? undefined : `dp-token ${token}`, deviceCode),
    solvedCaptcha,
    sendCode,
    signInBySms: async (tel, deviceCode = 'web') => {
      const code = await sendCode(tel);
      clock.advance(60_000);
      return signInWithSmsCode(
        account,
        { tel, code, autoRegister: true },
        { deviceCode, deviceId: undefined, userAgent: '', address: '192.0.2.1' },
      );
    },
    signInByPassword: async (tel, password, { address = '192.0.2.1', deviceCode = 'web' } = {}) => {
      const encrypted = encryptPassword(await account.transport.issueKey(), password);
      const input = { tel, password: encrypted, ...(await solvedCaptcha()) };
      return signInWithPassword(account, input, { deviceCode, deviceId: undefined, userAgent: '', address });
    },
    drop: () => database.drop(),
  };
};

/** The code of the refusal `work` ends in; `success` when it does not. */
export const outcomeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'success';
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
};
