/** Users with a second factor, for valid requests (`request-fixture.ts`). */
import type { confirmSecondFactor, OutputOf, startSecondFactor } from '@shufang/contract';
import { appCode } from '../features/account/testing/authenticator-app.ts';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

export interface SecondFactorObjects {
  /** Starts the setup of a second factor; `code` confirms it. */
  readonly aStartedSecondFactor: () => Promise<{ as: TestUser; code: string }>;
  /** Enables the second factor of a new user; `code` is unused. */
  readonly aSecondFactor: () => Promise<{ as: TestUser; code: string }>;
}

const PATH = '/api/my/second-factor';
const STEP_MS = 30_000;

export const secondFactorObjects = ({ shop, aUser, post }: RequestBase): SecondFactorObjects => {
  const start = async (): Promise<{ as: TestUser; secret: string }> => {
    const as = await aUser();
    const { secret } = await post<OutputOf<typeof startSecondFactor>>(`${PATH}/start`, as, {});
    return { as, secret };
  };
  const now = (): number => shop.platform.clock.now();
  return {
    aStartedSecondFactor: async () => {
      const { as, secret } = await start();
      return { as, code: appCode(secret, now()) };
    },
    aSecondFactor: async () => {
      const { as, secret } = await start();
      // The code of the previous time step is used, so that the current one is unused.
      await post<OutputOf<typeof confirmSecondFactor>>(`${PATH}/confirm`, as, { code: appCode(secret, now() - STEP_MS) });
      return { as, code: appCode(secret, now()) };
    },
  };
};
