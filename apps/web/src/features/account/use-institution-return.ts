/** Ends the way through an institution: what it brought back is shown to the server with this browser's proof, once. */
import { type ErrorCode, errorSentence, errorSentences, finishInstitution, type OutputOf } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { findInstitutionNewcomer, keepInstitutionNewcomer } from './institution-proof.ts';
import { takeProof } from './wechat-proof.ts';

type Outcome = OutputOf<typeof finishInstitution>;

const finish = async (code: string, state: string, issuer: string | null): Promise<Outcome> => {
  const newcomer = findInstitutionNewcomer(state);
  if (newcomer !== undefined) return { outcome: 'newcomer', ...newcomer };
  const kept = takeProof(state);
  if (kept === undefined) throw new Error(text.returnForeign);
  const outcome = await call(finishInstitution, { code, state, proof: kept.proof, ...(issuer === null ? {} : { issuer }) });
  if (outcome.outcome === 'signedIn') await completeSignIn(outcome.login);
  if (outcome.outcome === 'newcomer') keepInstitutionNewcomer({ ...outcome, state });
  return outcome;
};

const isOurs = (code: string): code is ErrorCode => Object.hasOwn(errorSentences, code);

/** `params`: of the address the person came back to. Without `code` they refused, or the server did (`refused`). */
export const useInstitutionReturn = (params: URLSearchParams): { outcome: Outcome | undefined; failure: string | undefined } => {
  const [code, state, refused] = [params.get('code'), params.get('state') ?? '', params.get('refused') ?? ''];
  const { data, error } = useQuery({
    queryKey: ['institution-return', state],
    queryFn: () => finish(code ?? '', state, params.get('iss')),
    enabled: code !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Told on the page, where the way back stands too.
    meta: { claims: true },
  });
  if (code === null) return { outcome: undefined, failure: isOurs(refused) ? errorSentence(refused) : text.returnRefused };
  return { outcome: data, failure: error?.message };
};
