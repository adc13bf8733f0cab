/**
 * Completes an institution's authorization flow: sends the parameters of the callback URL and this browser's secret to the server, once.
 */
import { type ErrorCode, errorSentence, errorSentences, finishInstitution, type OutputOf } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { findNewInstitutionUser, saveNewInstitutionUser } from './institution-proof.ts';
import { takeProof } from './sign-in-proof.ts';
import { asks, throughSteps } from './sign-in-steps.ts';

type Outcome = OutputOf<typeof finishInstitution>;

const finish = async (code: string, state: string, issuer: string | null): Promise<Outcome> => {
  const newUser = findNewInstitutionUser(state);
  if (newUser !== undefined) return { outcome: 'newcomer', ...newUser };
  const proof = takeProof(state);
  if (proof === undefined) throw new Error(text.returnForeign);
  const outcome = await throughSteps<Outcome>(
    () => call(finishInstitution, { code, state, proof: proof.proof, ...(issuer === null ? {} : { issuer }), ...asks }),
    (login, returnTo) => ({ outcome: 'signedIn', login, institution: '', returnTo }),
  );
  if (outcome.outcome === 'signedIn') await completeSignIn(outcome.login);
  if (outcome.outcome === 'newcomer') saveNewInstitutionUser({ ...outcome, state });
  return outcome;
};

const isOurs = (code: string): code is ErrorCode => Object.hasOwn(errorSentences, code);

/**
 * `params`: query parameters of the callback URL. Without `code` the sign-in failed: the user declined it, or the server refused it
 * (`refused`).
 */
export const useInstitutionReturn = (params: URLSearchParams): { outcome: Outcome | undefined; failure: string | undefined } => {
  const [code, state, refused] = [params.get('code'), params.get('state') ?? '', params.get('refused') ?? ''];
  const { data, error } = useQuery({
    queryKey: ['institution-return', state],
    queryFn: () => finish(code ?? '', state, params.get('iss')),
    enabled: code !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // The error is not shown in a toast, because the page shows it together with a link to start again.
    meta: { claims: true },
  });
  if (code === null) return { outcome: undefined, failure: isOurs(refused) ? errorSentence(refused) : text.returnRefused };
  return { outcome: data, failure: error?.message };
};
