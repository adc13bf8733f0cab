/** Finding out who somebody is at WeChat. States, tickets and whose account it is are the account slice's part. */

export interface WechatPerson {
  /** WeChat's unionid, or its openid where the application has none. */
  readonly subject: string;
  /** As the person calls themselves there: any text, perhaps none. */
  readonly nickname: string;
}

export interface WechatGateway {
  /** Origin of the authorisation page, which the web client shows in a frame. */
  readonly pageOrigin: string;
  /** Addresses of the authorisation page, which sends the browser back to `returnUrl` with `state` and, if the person agreed, `code`. */
  pageUrls(walk: { readonly state: string; readonly returnUrl: string }): { readonly embedUrl: string; readonly popupUrl: string };
  /** Who the code stands for. Throws `CodedError`: `account.wechatFailed` for a code that is no good, `unavailable` when WeChat or our access to it is. */
  findPerson(code: string): Promise<WechatPerson>;
}
