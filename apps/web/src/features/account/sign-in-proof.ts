/**
 * Binds the callback of an authorization flow (provider, institution) to the browser that started it: the start sends the hash of a secret,
 * and the callback must present the secret. The secret is stored under the `state` of the flow, because a pop-up is another window of the
 * same browser.
 */
import { LIMITS, type SignInProvider, startProviderSignIn } from '@shufang/contract';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { base64UrlOf, sha256Base64Url } from '../../platform/crypto/cryptography.ts';
import { storedValue } from '../../platform/session/stored-value.ts';

const storedProofs = storedValue(
  'signInProofs',
  z.record(z.string(), z.object({ proof: z.string(), endsAt: z.number(), inPopup: z.boolean() })),
  LIMITS.authorizationLifetimeMs,
);

/** A provider's user without an account here; stored until a phone number is linked, so that a reload does not end the flow. */
const storedNewUser = storedValue(
  'newProviderUser',
  z.object({ state: z.string(), ticket: z.string(), nickname: z.string(), returnTo: z.string(), inPopup: z.boolean() }),
  LIMITS.authorizationLifetimeMs,
);
export type NewProviderUser = NonNullable<ReturnType<typeof storedNewUser.find>>;

export const saveNewUser = (newUser: NewProviderUser): void => storedNewUser.store(newUser);
export const forgetNewUser = (): void => storedNewUser.remove();
export const findNewUser = (state: string): NewProviderUser | undefined => {
  const stored = storedNewUser.find();
  return stored?.state === state ? stored : undefined;
};

const liveProofs = () => Object.fromEntries(Object.entries(storedProofs.find() ?? {}).filter(([, { endsAt }]) => endsAt > Date.now()));

export interface ProviderStart {
  readonly state: string;
  /** URL of the authorization page for a frame; undefined where this window navigates to `popupUrl`. */
  readonly embedUrl: string | undefined;
  readonly popupUrl: string;
}

/** Creates a secret and the hash that is sent to the server. */
export const makeProof = async (): Promise<{ proof: string; proofHash: string }> => {
  const proof = base64UrlOf(crypto.getRandomValues(new Uint8Array(16)));
  return { proof, proofHash: await sha256Base64Url(proof) };
};

export const saveProof = (state: string, proof: string): void => {
  const endsAt = Date.now() + LIMITS.authorizationLifetimeMs;
  storedProofs.store({ ...liveProofs(), [state]: { proof, endsAt, inPopup: false } });
};

/** Starts the authorization flow of a provider. `returnTo`: the path of this site to return to. Throws the errors of `call`. */
export const beginProvider = async (provider: SignInProvider, returnTo: string): Promise<ProviderStart> => {
  const { proof, proofHash } = await makeProof();
  const { embedUrl, popupUrl } = await call(startProviderSignIn, { provider, proofHash, returnTo });
  const state = new URL(popupUrl).searchParams.get('state') ?? '';
  saveProof(state, proof);
  return { state, embedUrl, popupUrl };
};

/** Records that the authorization flow with this `state` ends in a pop-up window, which closes itself afterwards. */
export const expectInPopup = (state: string): void => {
  const proofs = liveProofs();
  const stored = proofs[state];
  if (stored) storedProofs.store({ ...proofs, [state]: { ...stored, inPopup: true } });
};

/** Returns and deletes the secret for `state`; undefined if this browser did not start the flow, or it has expired. */
export const takeProof = (state: string): { proof: string; inPopup: boolean } | undefined => {
  const { [state]: stored, ...others } = liveProofs();
  storedProofs.store(others);
  return stored;
};
