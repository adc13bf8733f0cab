/**
 * What ties the answer of WeChat, or of an institution, to the browser that asked: the start hears the hash of a secret, and only who shows the secret
 * again may finish. Kept by WeChat's `state`, for a pop-up is another window of the same browser.
 */
import { LIMITS, startWechat } from '@shufang/contract';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { storedValue } from '../../platform/session/stored-value.ts';

/** The page is not in a secure context, so the browser has no WebCrypto. */
export class InsecureWechatError extends Error {
  override readonly name = 'InsecureWechatError';
}

const keptProofs = storedValue(
  'wechatProofs',
  z.record(z.string(), z.object({ proof: z.string(), endsAt: z.number(), inPopup: z.boolean() })),
  LIMITS.wechatStateLifetimeMs,
);

/** Whom WeChat knows and we do not, until a number is tied: a reload of the page that asks for it begins nothing anew. */
const keptNewcomer = storedValue(
  'wechatNewcomer',
  z.object({ state: z.string(), ticket: z.string(), nickname: z.string(), returnTo: z.string(), inPopup: z.boolean() }),
  LIMITS.wechatStateLifetimeMs,
);
export type WechatNewcomer = NonNullable<ReturnType<typeof keptNewcomer.find>>;

export const keepNewcomer = (newcomer: WechatNewcomer): void => keptNewcomer.store(newcomer);
export const forgetNewcomer = (): void => keptNewcomer.remove();
export const findNewcomer = (state: string): WechatNewcomer | undefined => {
  const kept = keptNewcomer.find();
  return kept?.state === state ? kept : undefined;
};

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const liveProofs = () => Object.fromEntries(Object.entries(keptProofs.find() ?? {}).filter(([, { endsAt }]) => endsAt > Date.now()));

export interface WechatStart {
  readonly state: string;
  readonly embedUrl: string;
  readonly popupUrl: string;
}

/** A new secret with the hash the server hears. Throws `InsecureWechatError`. */
export const makeProof = async (): Promise<{ proof: string; proofHash: string }> => {
  if (!globalThis.crypto?.subtle) throw new InsecureWechatError();
  const proof = base64Url(crypto.getRandomValues(new Uint8Array(16)));
  const proofHash = base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof))));
  return { proof, proofHash };
};

export const keepProof = (state: string, proof: string): void => {
  const endsAt = Date.now() + LIMITS.wechatStateLifetimeMs;
  keptProofs.store({ ...liveProofs(), [state]: { proof, endsAt, inPopup: false } });
};

/** Begins; throws `InsecureWechatError`, else as `call` does. `returnTo`: a path of this site. */
export const beginWechat = async (returnTo: string): Promise<WechatStart> => {
  const { proof, proofHash } = await makeProof();
  const { embedUrl, popupUrl } = await call(startWechat, { proofHash, returnTo });
  const state = new URL(popupUrl).searchParams.get('state') ?? '';
  keepProof(state, proof);
  return { state, embedUrl, popupUrl };
};

/** WeChat will come back in a window of its own, which closes itself afterwards. */
export const expectInPopup = (state: string): void => {
  const proofs = liveProofs();
  const kept = proofs[state];
  if (kept) keptProofs.store({ ...proofs, [state]: { ...kept, inPopup: true } });
};

/** The secret behind `state`, once; undefined when this browser did not begin, or too long ago. */
export const takeProof = (state: string): { proof: string; inPopup: boolean } | undefined => {
  const { [state]: kept, ...others } = liveProofs();
  keptProofs.store(others);
  return kept;
};
