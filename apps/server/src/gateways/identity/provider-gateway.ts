/**
 * Authenticates users at a provider by which every user can sign in. Sign-in attempts, sign-in tickets and the links between users of the
 * provider and accounts belong to the account slice.
 */
import { type ClientEnvironment, CodedError, type SignInProvider, signInProviders } from '@shufang/contract';

/** The time limit of a response of a provider. */
export const PROVIDER_TIMEOUT_MS = 8_000;

export interface ProviderProfile {
  /** The provider's permanent id of the user. */
  readonly subject: string;
  /** The user's nickname at the provider: any text, possibly empty. */
  readonly nickname: string;
}

/** The authorization page of a provider. It redirects to the return URL with `state` and, if the user consented, `code`. */
export interface AuthorizationPage {
  /** URL of the page in a window of its own. */
  readonly popupUrl: string;
  /** URL of the page in a frame; absent where the page must be in a window of its own. */
  readonly embedUrl?: string;
  /** What `findProfile` needs to check the response; it never leaves the server. */
  readonly checkData: string;
}

export interface ProviderGateway {
  /** The origin of the authorization page, if the client shows it in a frame. */
  readonly framedOrigin: string | undefined;
  /** Returns whether users in this environment can sign in. */
  isOfferedIn(environment: ClientEnvironment): boolean;
  /** Begins a sign-in attempt. Throws `account.providerOff` where the provider is not offered, `unavailable`. */
  begin(attempt: {
    readonly state: string;
    readonly returnUrl: string;
    readonly environment: ClientEnvironment;
  }): Promise<AuthorizationPage>;
  /**
   * Returns the profile for an authorization code. Throws `account.providerFailed` for an invalid code, `unavailable` if the provider or our
   * access to it is unavailable.
   */
  findProfile(checkData: string, response: { readonly code: string; readonly state: string }): Promise<ProviderProfile>;
}

/** The adapter of each provider that this installation offers. */
export type ProviderGateways = { readonly [P in SignInProvider]?: ProviderGateway | undefined };

/** Returns an error whose sentence names the provider. */
export const providerError = (
  code: 'account.providerOff' | 'account.providerFailed' | 'account.providerTaken',
  provider: SignInProvider,
  cause?: unknown,
): CodedError => new CodedError(code, { provider: signInProviders[provider].name }, { cause });
