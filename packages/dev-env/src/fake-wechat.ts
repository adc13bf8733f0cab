/**
 * Fake WeChat for tests: an HTTP server with the authorization pages (links 同意 and 拒绝) of a website application and of a public account,
 * and the two API calls behind them. As strict as the real one: it checks application, secret and redirect origin, codes are single-use and
 * bound to one application, and the pages of the public account work only inside WeChat.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeWechatUser {
  /** The user's openid at the website application; at the public account it has the prefix `account-`. */
  readonly openid: string;
  /** The user's unionid; absent if the application has no unionids. */
  readonly unionid?: string;
  readonly nickname: string;
}

/** Kind of failure of WeChat's API. `busy`: WeChat's error "system busy"; `broken`: status 502; `silent`: no response. */
export type FakeWechatFailure = 'busy' | 'broken' | 'silent';

export interface FakeWechat {
  readonly appId: string;
  readonly appSecret: string;
  /**
   * App id of the public account, with its secret and URL: values for `WECHAT_MP_APP_ID`, `WECHAT_MP_APP_SECRET` and
   * `WECHAT_MP_AUTHORIZE_URL`.
   */
  readonly accountAppId: string;
  readonly accountSecret: string;
  readonly accountAuthorizeUrl: string;
  /** URLs of the fake server, as values for `WECHAT_AUTHORIZE_URL` and `WECHAT_API_URL`. */
  readonly authorizeUrl: string;
  readonly apiUrl: string;
  /** Sets the user whose phone scans the QR code. */
  scanAs(user: FakeWechatUser): void;
  /** Sets the failure of the two API calls; without `kind` they succeed. */
  setFailure(kind?: FakeWechatFailure): void;
  /** Sets whether the next codes belong to snapshot users, the virtual users of WeChat's preview mode (`is_snapshotuser`). */
  setSnapshotUsers(on: boolean): void;
  /** Follows a link of the authorization page without a browser. Returns the redirect URL. */
  followLink(pageUrl: string, link: '同意' | '拒绝'): Promise<URL>;
  stop(): Promise<void>;
}

/** User agent of WeChat on a phone. */
export const WECHAT_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50.2701(0x28003253) WeChat/arm64 NetType/WIFI Language/zh_CN';

interface Authorization {
  readonly app: string;
  readonly redirectUri: string;
  readonly state: string;
}

/** Starts the fake server. `returnOrigin`: the only allowed redirect origin, as registered with WeChat. */
export const startFakeWechat = async (options: { returnOrigin: string }): Promise<FakeWechat> => {
  const [appId, appSecret] = ['wx-stand-in', 'the secret of the stand-in'];
  const [accountAppId, accountSecret] = ['wx-account-stand-in', 'the secret of the account'];
  const secrets: Readonly<Record<string, string>> = { [appId]: appSecret, [accountAppId]: accountSecret };
  const authorizations = new Map<string, Authorization>();
  const codes = new Map<string, { app: string; user: FakeWechatUser; scope: string; used: boolean }>();
  const tokens = new Map<string, FakeWechatUser>();
  let areSnapshotUsers = false;
  let user: FakeWechatUser = { openid: 'openid-1', unionid: 'unionid-1', nickname: '微信读者' };
  let failure: FakeWechatFailure | undefined;
  const random = (): string => randomBytes(16).toString('hex');

  const redirectBack = (response: ServerResponse, { app, redirectUri, state }: Authorization, scope: string | undefined): void => {
    const back = new URL(redirectUri);
    if (scope !== undefined) {
      const code = random();
      const openid = app === accountAppId ? `account-${user.openid}` : user.openid;
      codes.set(code, { app, user: { ...user, openid }, scope, used: false });
      back.searchParams.set('code', code);
    }
    back.searchParams.set('state', state);
    response.writeHead(302, { location: back.href }).end();
  };

  const page = (query: URLSearchParams, response: ServerResponse, app: string, scopes: readonly string[]): void => {
    const redirectUri = query.get('redirect_uri') ?? '';
    const scope = query.get('scope') ?? '';
    const isValid =
      query.get('appid') === app &&
      query.get('response_type') === 'code' &&
      scopes.includes(scope) &&
      /^[\w-]{1,128}$/.test(query.get('state') ?? '') &&
      URL.canParse(redirectUri) &&
      new URL(redirectUri).origin === options.returnOrigin;
    if (!isValid) {
      response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' }).end('<p>redirect_uri 参数错误</p>');
      return;
    }
    const authorization = { app, redirectUri, state: query.get('state') ?? '' };
    if (scope === 'snsapi_base') {
      redirectBack(response, authorization, scope);
      return;
    }
    const authorizationId = random();
    authorizations.set(authorizationId, authorization);
    const link = (text: string, agrees: number): string =>
      `<p><a target="_top" href="/connect/end?walk=${authorizationId}&amp;agrees=${agrees}">${text}</a></p>`;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="zh"><link rel="icon" href="data:,"><title>微信登录</title><h1>微信登录</h1>${link('同意', 1)}${link('拒绝', 0)}</html>`,
      );
  };

  const end = (query: URLSearchParams, response: ServerResponse): void => {
    const authorization = authorizations.get(query.get('walk') ?? '');
    authorizations.delete(query.get('walk') ?? '');
    if (authorization === undefined) {
      response.writeHead(404).end();
      return;
    }
    redirectBack(
      response,
      authorization,
      query.get('agrees') === '1' ? (authorization.app === accountAppId ? 'snsapi_userinfo' : 'snsapi_login') : undefined,
    );
  };

  const accessToken = (query: URLSearchParams): object => {
    const app = query.get('appid') ?? '';
    if (!Object.hasOwn(secrets, app)) return { errcode: 40_013, errmsg: 'invalid appid' };
    if (query.get('secret') !== secrets[app]) return { errcode: 40_125, errmsg: 'invalid appsecret' };
    if (query.get('grant_type') !== 'authorization_code') return { errcode: 40_002, errmsg: 'invalid grant_type' };
    const code = codes.get(query.get('code') ?? '');
    if (code?.app !== app) return { errcode: 40_029, errmsg: 'invalid code' };
    if (code.used) return { errcode: 40_163, errmsg: 'code been used' };
    code.used = true;
    const token = random();
    const { openid, unionid } = code.user;
    const granted = { access_token: token, expires_in: 7200, refresh_token: random(), openid, scope: code.scope };
    if (code.scope === 'snsapi_base') return granted;
    tokens.set(token, code.user);
    return { ...granted, unionid, ...(areSnapshotUsers ? { is_snapshotuser: 1 } : {}) };
  };

  const userInfo = (query: URLSearchParams): object => {
    const user = tokens.get(query.get('access_token') ?? '');
    if (user === undefined) return { errcode: 40_001, errmsg: 'invalid credential' };
    if (query.get('openid') !== user.openid) return { errcode: 40_003, errmsg: 'invalid openid' };
    return { ...user, sex: 0, province: '', city: '', country: '', headimgurl: '', privilege: [] };
  };

  const respond = (response: ServerResponse, call: () => object): void => {
    if (failure === 'silent') return;
    if (failure === 'broken') response.writeHead(502).end('<html>');
    // The response has the media type text/plain, as that of the real WeChat.
    else
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(JSON.stringify(failure === 'busy' ? { errcode: -1, errmsg: 'system error' } : call()));
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    if (pathname === '/connect/qrconnect') page(searchParams, response, appId, ['snsapi_login']);
    else if (pathname === '/connect/oauth2/authorize') {
      const isInside = /MicroMessenger/.test(request.headers['user-agent'] ?? '');
      if (isInside) page(searchParams, response, accountAppId, ['snsapi_base', 'snsapi_userinfo']);
      else response.writeHead(403, { 'content-type': 'text/html; charset=utf-8' }).end('<p>请在微信客户端打开链接</p>');
    } else if (pathname === '/connect/end') end(searchParams, response);
    else if (pathname === '/sns/oauth2/access_token') respond(response, () => accessToken(searchParams));
    else if (pathname === '/sns/userinfo') respond(response, () => userInfo(searchParams));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    appId,
    appSecret,
    accountAppId,
    accountSecret,
    accountAuthorizeUrl: `${origin}/connect/oauth2/authorize`,
    authorizeUrl: `${origin}/connect/qrconnect`,
    apiUrl: origin,
    scanAs: (next) => {
      user = next;
    },
    setFailure: (kind) => {
      failure = kind;
    },
    setSnapshotUsers: (on) => {
      areSnapshotUsers = on;
    },
    async followLink(pageUrl, link) {
      const shown = await fetch(pageUrl, { redirect: 'manual', headers: { 'user-agent': WECHAT_AGENT } });
      if (shown.status === 302) return new URL(shown.headers.get('location') ?? '');
      const html = await shown.text();
      const href = new RegExp(`href="([^"]+)">${link}<`).exec(html)?.[1]?.replaceAll('&amp;', '&');
      if (href === undefined) throw new Error(`the page has no ${link}: ${html}`);
      const back = await fetch(origin + href, { redirect: 'manual' });
      return new URL(back.headers.get('location') ?? '');
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
