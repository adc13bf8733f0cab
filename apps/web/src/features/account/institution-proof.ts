/** Begins a walk to an institution; what ties its answer to this browser is kept as for WeChat. */
import { LIMITS, startInstitution } from '@shufang/contract';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { storedValue } from '../../platform/session/stored-value.ts';
import { keepProof, makeProof } from './wechat-proof.ts';

/** Whom an institution knows and we do not, until an account is chosen: a reload of the page that asks for it begins nothing anew. */
const keptNewcomer = storedValue(
  'institutionNewcomer',
  z.object({ state: z.string(), ticket: z.string(), institution: z.string(), returnTo: z.string() }),
  LIMITS.institutionWalkLifetimeMs,
);
export type InstitutionNewcomer = NonNullable<ReturnType<typeof keptNewcomer.find>>;

export const keepInstitutionNewcomer = (newcomer: InstitutionNewcomer): void => keptNewcomer.store(newcomer);
export const forgetInstitutionNewcomer = (): void => keptNewcomer.remove();
export const findInstitutionNewcomer = (state: string): InstitutionNewcomer | undefined => {
  const kept = keptNewcomer.find();
  return kept?.state === state ? kept : undefined;
};

/** Throws `InsecureWechatError`, else as `call` does. */
export const beginInstitution = async (wish: {
  institutionId: string | undefined;
  returnTo: string;
  bind: boolean;
}): Promise<{ url: string }> => {
  const { proof, proofHash } = await makeProof();
  const { institutionId, returnTo, bind } = wish;
  const asked = { proofHash, returnTo, bind: bind ? ('1' as const) : ('0' as const) };
  const { url, state } = await call(startInstitution, { ...asked, ...(institutionId === undefined ? {} : { institutionId }) });
  keepProof(state, proof);
  return { url };
};
