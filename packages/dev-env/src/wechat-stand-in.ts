/**
 * WeChat for tests: a real HTTP server with the authorisation page (links 同意 and 拒绝) and the two calls behind it. As strict as the
 * real one: application, secret, where it may send people back to, codes that are good once.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInPerson {
  readonly openid: string;
  /** Left out: the application has no unionids. */
  readonly unionid?: string;
  readonly nickname: string;
}

/** `busy`: WeChat's own "system busy"; `broken`: status 502; `silent`: no answer at all. */
export type StandInTrouble = 'busy' | 'broken' | 'silent';

export interface WechatStandIn {
  readonly appId: string;
  readonly appSecret: string;
  /** For `WECHAT_AUTHORIZE_URL` and `WECHAT_API_URL`. */
  readonly authorizeUrl: string;
  readonly apiUrl: string;
  /** Whose phone scans the code from now on. */
  scanAs(person: StandInPerson): void;
  /** What the two calls answer from now on; without a word they work. */
  trouble(kind?: StandInTrouble): void;
  /** Walks the page without a browser and answers the address it sends people back to. */
  press(pageUrl: string, link: '同意' | '拒绝'): Promise<URL>;
  stop(): Promise<void>;
}

interface Walk {
  readonly redirectUri: string;
  readonly state: string;
}

/** `returnOrigin`: the only place people are sent back to, as registered with WeChat. */
export const startWechatStandIn = async (options: { returnOrigin: string }): Promise<WechatStandIn> => {
  const [appId, appSecret] = ['wx-stand-in', 'the secret of the stand-in'];
  const walks = new Map<string, Walk>();
  const codes = new Map<string, { person: StandInPerson; used: boolean }>();
  const tokens = new Map<string, StandInPerson>();
  let person: StandInPerson = { openid: 'openid-1', unionid: 'unionid-1', nickname: '微信读者' };
  let troubled: StandInTrouble | undefined;
  const random = (): string => randomBytes(16).toString('hex');

  const page = (query: URLSearchParams, response: ServerResponse): void => {
    const redirectUri = query.get('redirect_uri') ?? '';
    const right =
      query.get('appid') === appId &&
      query.get('response_type') === 'code' &&
      query.get('scope') === 'snsapi_login' &&
      URL.canParse(redirectUri) &&
      new URL(redirectUri).origin === options.returnOrigin;
    if (!right) {
      response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' }).end('<p>redirect_uri 参数错误</p>');
      return;
    }
    const walk = random();
    walks.set(walk, { redirectUri, state: query.get('state') ?? '' });
    const link = (text: string, agrees: number): string =>
      `<p><a target="_top" href="/connect/end?walk=${walk}&amp;agrees=${agrees}">${text}</a></p>`;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="zh"><title>微信登录</title><h1>微信登录</h1>${link('同意', 1)}${link('拒绝', 0)}</html>`);
  };

  const end = (query: URLSearchParams, response: ServerResponse): void => {
    const walk = walks.get(query.get('walk') ?? '');
    walks.delete(query.get('walk') ?? '');
    if (walk === undefined) {
      response.writeHead(404).end();
      return;
    }
    const back = new URL(walk.redirectUri);
    if (query.get('agrees') === '1') {
      const code = random();
      codes.set(code, { person, used: false });
      back.searchParams.set('code', code);
    }
    back.searchParams.set('state', walk.state);
    response.writeHead(302, { location: back.href }).end();
  };

  const accessToken = (query: URLSearchParams): object => {
    if (query.get('appid') !== appId) return { errcode: 40_013, errmsg: 'invalid appid' };
    if (query.get('secret') !== appSecret) return { errcode: 40_125, errmsg: 'invalid appsecret' };
    if (query.get('grant_type') !== 'authorization_code') return { errcode: 40_002, errmsg: 'invalid grant_type' };
    const code = codes.get(query.get('code') ?? '');
    if (code === undefined) return { errcode: 40_029, errmsg: 'invalid code' };
    if (code.used) return { errcode: 40_163, errmsg: 'code been used' };
    code.used = true;
    const token = random();
    tokens.set(token, code.person);
    const { openid, unionid } = code.person;
    return { access_token: token, expires_in: 7200, refresh_token: random(), openid, scope: 'snsapi_login', unionid };
  };

  const userInfo = (query: URLSearchParams): object => {
    const known = tokens.get(query.get('access_token') ?? '');
    if (known === undefined) return { errcode: 40_001, errmsg: 'invalid credential' };
    if (query.get('openid') !== known.openid) return { errcode: 40_003, errmsg: 'invalid openid' };
    return { ...known, sex: 0, province: '', city: '', country: '', headimgurl: '', privilege: [] };
  };

  const answer = (response: ServerResponse, call: () => object): void => {
    if (troubled === 'silent') return;
    if (troubled === 'broken') response.writeHead(502).end('<html>');
    // WeChat calls its JSON plain text.
    else
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(JSON.stringify(troubled === 'busy' ? { errcode: -1, errmsg: 'system error' } : call()));
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    if (pathname === '/connect/qrconnect') page(searchParams, response);
    else if (pathname === '/connect/end') end(searchParams, response);
    else if (pathname === '/sns/oauth2/access_token') answer(response, () => accessToken(searchParams));
    else if (pathname === '/sns/userinfo') answer(response, () => userInfo(searchParams));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    appId,
    appSecret,
    authorizeUrl: `${origin}/connect/qrconnect`,
    apiUrl: origin,
    scanAs: (next) => {
      person = next;
    },
    trouble: (kind) => {
      troubled = kind;
    },
    async press(pageUrl, link) {
      const html = await (await fetch(pageUrl)).text();
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
