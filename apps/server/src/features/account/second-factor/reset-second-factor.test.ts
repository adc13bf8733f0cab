import {
  CodedError,
  type confirmSecondFactor,
  type LoginResult,
  type OutputOf,
  secondFactorRequired,
  type startSecondFactor,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleAccount } from '../../../app/assemble-account.ts';
import { resetSecondFactorOf } from '../../../app/cli/accounts.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { appCode } from '../testing/authenticator-app.ts';

const SECOND = '/api/my/second-factor';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer({ SECOND_FACTOR: 'required' });
});
afterAll(() => shop?.close());

let made = 0;
const aTel = (): string => `1371111${String(++made).padStart(4, '0')}`;
const now = (): number => shop.platform.clock.now();
const nextStep = (): void => shop.platform.advanceClock?.(30_000);
const account = () => assembleAccount(shop.platform);
const query = async (text: string, values: unknown[]) => (await shop.platform.db.pool.query(text, values)).rows;

const createTestUser = (role: Parameters<TestServer['user']>[1] = 'reader'): Promise<TestUser> => shop.user(aTel(), role);
const post = <T>(path: string, as: TestUser | undefined, body: object) => shop.call<T>(path, { ...(as === undefined ? {} : { as }), body });

interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}
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

describe('setting the second factor up and removing it', () => {
  it('from the command line ends every session; all three changes are in the audit log', async () => {
    const one = await createTestUser('finance');
    const { secret } = await enroll(one);
    await post(`${SECOND}/disable`, one, { code: appCode(secret, now()) });
    await enroll(one);
    const said: string[] = [];
    const run = () => resetSecondFactorOf.prepare(['--tel', one.tel])(shop.platform, (line) => said.push(line));
    await run();
    await run();
    expect(said.join('\n')).toMatch(/两步验证已关闭[\s\S]*没有开启两步验证/);
    expect((await shop.call('/api/my/getRole', { as: one })).code).toBe('requestLogin');
    expect((await signIn(one)).login?.secondFactorMissing).toBe(true);
    const auditEvents = await query(
      "select action, operator_id as operator from audit_event where target_id = $1 and action like 'user.second%' order by at, id",
      [one.id],
    );
    expect(auditEvents).toEqual([
      { action: 'user.secondFactorOn', operator: one.id },
      { action: 'user.secondFactorOff', operator: one.id },
      { action: 'user.secondFactorOn', operator: one.id },
      { action: 'user.secondFactorReset', operator: null },
    ]);
  });
});
