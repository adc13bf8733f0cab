/** A server that requires a second factor of operators, and the steps of a sign-in with it, for all tests of a file. */
import {
  CodedError,
  type confirmSecondFactor,
  type LoginResult,
  type OutputOf,
  type SecondFactorState,
  secondFactorRequired,
  type startSecondFactor,
} from '@shufang/contract';
import { expect } from 'vitest';
import { assembleAccount } from '../../../app/assemble-account.ts';
import type { TestServer, TestUser } from '../../../testing/test-server.ts';
import { withTestServer } from '../../../testing/with-test-server.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { appCode } from './authenticator-app.ts';

/** Path of the state; the other operations of the second factor are below it. */
export const SECOND = '/api/my/second-factor';
/** An operation that only an administrator may call. */
export const ADMIN_PATH = '/api/admin/user/list';

export interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

export const headersOf = (login: LoginResult | null): Record<string, string> => ({
  authorization: `dp-token ${login?.dpAuthToken ?? ''}`,
  'x-device-code': 'web',
});

export const withSecondFactorServer = () => {
  const shop = withTestServer({ SECOND_FACTOR: 'required' });
  let made = 0;
  const aTel = (): string => `1371111${String(++made).padStart(4, '0')}`;
  const now = (): number => shop().platform.clock.now();
  const nextStep = (): void => shop().platform.advanceClock?.(30_000);
  const account = () => assembleAccount(shop().platform);
  const query = async (text: string, values: unknown[]) => (await shop().platform.db.pool.query(text, values)).rows;
  const createTestUser = (role: Parameters<TestServer['user']>[1] = 'reader'): Promise<TestUser> => shop().user(aTel(), role);
  const stateOf = async (as: TestUser): Promise<SecondFactorState | null> => (await shop().call<SecondFactorState>(SECOND, { as })).payload;
  const post = <T>(path: string, as: TestUser | undefined, body: object) =>
    shop().call<T>(path, { ...(as === undefined ? {} : { as }), body });
  /** Sets the second factor up, and advances the clock to the next code of the app. */
  const enroll = async (as: TestUser): Promise<Enrolled> => {
    const { secret = '' } = (await post<OutputOf<typeof startSecondFactor>>(`${SECOND}/start`, as, {})).payload ?? {};
    const confirmed = await post<OutputOf<typeof confirmSecondFactor>>(`${SECOND}/confirm`, as, { code: appCode(secret, now()) });
    expect(confirmed.code).toBe('success');
    nextStep();
    return { secret, recoveryCodes: confirmed.payload?.recoveryCodes ?? [] };
  };
  /** Returns the result of a correct first factor: a session, or the sign-in ticket for the second factor. */
  const signIn = async ({ id, tel }: TestUser, deviceId?: string): Promise<{ login?: LoginResult; ticket?: string }> => {
    try {
      return { login: await completeSignIn(account(), { id, nickname: tel, avatar: '' }, { deviceCode: 'web', deviceId, userAgent: '' }) };
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'account.secondFactorRequired') throw error;
      return { ticket: secondFactorRequired.parse(error.payload).ticket };
    }
  };
  const enterCode = (ticket: string | undefined, code: string, headers: Record<string, string> = {}) =>
    shop().call<LoginResult>('/api/user/auth/secondFactor', { body: { ticket, code }, headers });
  /** Returns a code that is not the current one of the app. */
  const wrong = (secret: string): string => String((Number(appCode(secret, now())) + 500_000) % 1_000_000).padStart(6, '0');
  return { shop, now, nextStep, account, query, createTestUser, stateOf, post, enroll, signIn, enterCode, wrong };
};
