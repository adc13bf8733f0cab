/** Valid requests for the operations on the second factor, for the test that sends each of them twice. */
import { type confirmSecondFactor, type OutputOf, secondFactorRequired, type startSecondFactor } from '@shufang/contract';
import { appCode } from '../features/account/testing/authenticator-app.ts';
import { granted } from './file-fixture.ts';
import type { TestPerson, TestServer } from './test-server.ts';

interface SecondFactorRequest {
  readonly as?: TestPerson;
  readonly body: object;
}

interface Dependencies {
  readonly shop: () => TestServer;
  readonly aUser: () => Promise<TestPerson>;
  /** Signs in with an SMS code and returns the payload of the response. */
  readonly signIn: (tel: string) => Promise<unknown>;
}

const PATH = '/api/my/second-factor';
const STEP_MS = 30_000;

export const secondFactorRequests = ({
  shop,
  aUser,
  signIn,
}: Dependencies): Readonly<Record<string, () => Promise<SecondFactorRequest>>> => {
  const now = (): number => shop().platform.clock.now();
  const started = async (): Promise<{ as: TestPerson; secret: string }> => {
    const as = await aUser();
    const { secret } = granted(await shop().call<OutputOf<typeof startSecondFactor>>(`${PATH}/start`, { as, body: {} }));
    return { as, secret };
  };
  /** Enables the second factor with the code of the previous time step, so that the current code is unused. */
  const enabled = async (): Promise<{ as: TestPerson; code: string }> => {
    const { as, secret } = await started();
    const body = { code: appCode(secret, now() - STEP_MS) };
    granted(await shop().call<OutputOf<typeof confirmSecondFactor>>(`${PATH}/confirm`, { as, body }));
    return { as, code: appCode(secret, now()) };
  };
  const withCode = async (): Promise<SecondFactorRequest> => {
    const { as, code } = await enabled();
    return { as, body: { code } };
  };
  return {
    startSecondFactor: async () => ({ as: await aUser(), body: {} }),
    confirmSecondFactor: async () => {
      const { as, secret } = await started();
      return { as, body: { code: appCode(secret, now()) } };
    },
    renewRecoveryCodes: withCode,
    disableSecondFactor: withCode,
    signInWithSecondFactor: async () => {
      const { as, code } = await enabled();
      return { body: { ticket: secondFactorRequired.parse(await signIn(as.tel)).ticket, code } };
    },
  };
};
