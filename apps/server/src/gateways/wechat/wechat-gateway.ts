/** Authenticates users at WeChat, by the two kinds of applications that are registered there. */
import type { ProviderProfile } from '../identity/provider-gateway.ts';

/** The profile of a WeChat user. `subject` is the unionid, or the openid if the application has no unionid. */
export type WechatProfile = ProviderProfile;

export interface WechatGateway {
  /** The origin of the authorization page, which the web client shows in a frame. */
  readonly pageOrigin: string;
  /**
   * Returns the URLs of the authorization page for a frame and for a separate window. The page redirects to `returnUrl` with `state` and,
   * if the user consented, `code`.
   */
  pageUrls(attempt: { readonly state: string; readonly returnUrl: string }): { readonly embedUrl: string; readonly popupUrl: string };
  /**
   * Returns the profile for an authorization code. Throws `CodedError`: `account.providerFailed` for an invalid code, `unavailable` if WeChat
   * or our access to it is unavailable.
   */
  findProfile(code: string): Promise<WechatProfile>;
}

/**
 * Sign-in by a public account (公众号), whose pages open inside WeChat. A user has another openid at each public account, but the unionid is
 * the same as at a website application if both are bound to one account of WeChat's open platform.
 */
export interface WechatAccountGateway {
  /** Returns the URL that asks the user for consent and redirects to `returnUrl` with `state` and `code`. */
  signInUrl(attempt: { readonly state: string; readonly returnUrl: string }): string;
  /** Returns the URL that redirects with a code at once, without asking the user. */
  payerUrl(attempt: { readonly state: string; readonly returnUrl: string }): string;
  /** Returns the profile for a code from `signInUrl`; throws the same errors as `findProfile` of `WechatGateway`. */
  findProfile(code: string): Promise<WechatProfile>;
  /** Returns the openid for a code from `payerUrl`. Throws the same errors as `findProfile`. */
  findOpenid(code: string): Promise<string>;
}
