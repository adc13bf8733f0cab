/** Ends the way through WeChat: what it brought back is shown to the server with this browser's proof, once. */
import { finishWechat, type OutputOf } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { tellOpener } from './wechat-opener.ts';
import { findNewcomer, keepNewcomer, takeProof } from './wechat-proof.ts';

export interface WechatReturn {
  readonly outcome: OutputOf<typeof finishWechat> | undefined;
  readonly inPopup: boolean;
  /** What a person is told when it did not work. */
  readonly failure: string | undefined;
}

const finish = async (code: string, state: string) => {
  const newcomer = findNewcomer(state);
  if (newcomer !== undefined) return { outcome: { outcome: 'needsPhone', ...newcomer } as const, inPopup: newcomer.inPopup };
  const kept = takeProof(state);
  if (kept === undefined) throw new Error(signInText.dispatchForeign);
  const outcome = await call(finishWechat, { code, state, proof: kept.proof });
  if (outcome.outcome === 'signedIn') await completeSignIn(outcome.login);
  if (outcome.outcome === 'needsPhone') keepNewcomer({ ...outcome, state, inPopup: kept.inPopup });
  else if (kept.inPopup) tellOpener(outcome.outcome);
  return { outcome, inPopup: kept.inPopup };
};

/** Without `code` the person refused in WeChat. */
export const useWechatReturn = (code: string | null, state: string | null): WechatReturn => {
  const wasRefused = code === null || state === null;
  const { data, error } = useQuery({
    queryKey: ['wechat-return', state],
    queryFn: () => finish(code ?? '', state ?? ''),
    enabled: !wasRefused,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Told on the page, where the way back stands too.
    meta: { claims: true },
  });
  const told = error instanceof ApiError || error instanceof Error ? error.message : undefined;
  return { outcome: data?.outcome, inPopup: data?.inPopup ?? false, failure: wasRefused ? signInText.dispatchRefused : told };
};
