/**
 * The external systems by which every user can sign in. Every other list of them derives from this one. Institutions, at which only their
 * members can sign in, are listed by protocol (`institution-protocol.ts`).
 */
import { z } from 'zod';
import type { ClientEnvironment } from '../client-environment.ts';

export const signInProvider = z.enum(['wechat']);

export type SignInProvider = z.output<typeof signInProvider>;

interface SignInProviderDescription {
  /** Name of the system in texts for users. */
  readonly name: string;
  /** How the `state` of its sign-in attempts begins; the callback page recognizes the provider by it. */
  readonly statePrefix: string;
  /** How a browser opens the authorization page. `qrCode`: in a frame of the panel, or in a new window; `redirect`: in its own window. */
  readonly way: 'qrCode' | 'redirect';
  /** The environment that is the provider's own app. The browser there signs in with one tap, in its own window. */
  readonly ownApp?: ClientEnvironment;
}

export const signInProviders: Readonly<Record<SignInProvider, SignInProviderDescription>> = {
  wechat: { name: '微信', statePrefix: '', way: 'qrCode', ownApp: 'wechat' },
};

/** Callback page of the web client for providers and institutions (specification.md §2: "lesson connect dispatch"). */
export const SIGN_IN_RETURN_PATH = '/lesson/connect/dispatch';

/** Returns the provider whose sign-in attempt has this `state`. The states of WeChat have no prefix, so every other state is WeChat's. */
export const providerOfState = (state: string): SignInProvider =>
  signInProvider.options.findLast((provider) => state.startsWith(signInProviders[provider].statePrefix)) ?? 'wechat';
