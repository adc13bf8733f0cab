/** Completes the authorization flow of a provider: sends the parameters of the callback URL and this browser's secret to the server, once. */
import { finishProviderSignIn, type OutputOf, providerOfState, type SignInProvider } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { providerText } from '../../platform/messages/zh-cn/sign-in-providers.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { notifyOpener } from './pop-up-message.ts';
import { findNewUser, saveNewUser, takeProof } from './sign-in-proof.ts';
import { asks, throughSteps } from './sign-in-steps.ts';

interface ProviderReturn {
  readonly provider: SignInProvider;
  readonly outcome: OutputOf<typeof finishProviderSignIn> | undefined;
  readonly inPopup: boolean;
  /** Message for the user if the sign-in failed; undefined otherwise. */
  readonly failure: string | undefined;
}

const finish = async (provider: SignInProvider, code: string, state: string) => {
  const newUser = findNewUser(state);
  if (newUser !== undefined) return { outcome: { outcome: 'needsPhone', ...newUser } as const, inPopup: newUser.inPopup };
  const proof = takeProof(state);
  if (proof === undefined) throw new Error(signInText.dispatchForeign);
  const outcome = await throughSteps<OutputOf<typeof finishProviderSignIn>>(
    () => call(finishProviderSignIn, { provider, code, state, proof: proof.proof, ...asks }),
    (login, returnTo) => ({ outcome: 'signedIn', login, returnTo }),
  );
  if (outcome.outcome === 'signedIn') await completeSignIn(outcome.login);
  if (outcome.outcome === 'needsPhone') saveNewUser({ ...outcome, state, inPopup: proof.inPopup });
  else if (proof.inPopup) notifyOpener(outcome.outcome);
  return { outcome, inPopup: proof.inPopup };
};

/** Completes the sign-in. `code`: parameter of the callback URL; without it, the user declined at the provider. */
export const useProviderReturn = (code: string | null, state: string | null): ProviderReturn => {
  const wasRefused = code === null || state === null;
  const provider = providerOfState(state ?? '');
  const { data, error } = useQuery({
    queryKey: ['provider-return', state],
    queryFn: () => finish(provider, code ?? '', state ?? ''),
    enabled: !wasRefused,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // The error is not shown in a toast, because the page shows it together with a link to start again.
    meta: { claims: true },
  });
  const message = error instanceof ApiError || error instanceof Error ? error.message : undefined;
  const failure = wasRefused ? providerText(provider).refused : message;
  return { provider, outcome: data?.outcome, inPopup: data?.inPopup ?? false, failure };
};
