/** Starts an institution's authorization flow. Its `state` and secret are stored in the browser in the same way as for providers. */
import { LIMITS, startInstitution } from '@shufang/contract';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { storedValue } from '../../platform/session/stored-value.ts';
import { makeProof, saveProof } from './sign-in-proof.ts';

/**
 * A user who signed in through an institution and has no account here; stored until they choose one, so that a reload does not end the
 * flow.
 */
const storedNewUser = storedValue(
  'institutionNewcomer',
  z.object({ state: z.string(), ticket: z.string(), institution: z.string(), returnTo: z.string() }),
  LIMITS.institutionSignInLifetimeMs,
);
export type NewInstitutionUser = NonNullable<ReturnType<typeof storedNewUser.find>>;

export const saveNewInstitutionUser = (newUser: NewInstitutionUser): void => storedNewUser.store(newUser);
export const forgetNewInstitutionUser = (): void => storedNewUser.remove();
export const findNewInstitutionUser = (state: string): NewInstitutionUser | undefined => {
  const stored = storedNewUser.find();
  return stored?.state === state ? stored : undefined;
};

/** Starts the authorization flow. Throws the errors of `call`. */
export const beginInstitution = async (input: {
  institutionId: string | undefined;
  returnTo: string;
  bind: boolean;
}): Promise<{ url: string }> => {
  const { proof, proofHash } = await makeProof();
  const { institutionId, returnTo, bind } = input;
  const response = { proofHash, returnTo, bind: bind ? ('1' as const) : ('0' as const) };
  const { url, state } = await call(startInstitution, { ...response, ...(institutionId === undefined ? {} : { institutionId }) });
  saveProof(state, proof);
  return { url };
};
