/**
 * A content delivery network in one process, on an origin of its own: fetches files from the product, caches them as RFC 9111 allows a shared
 * cache, and lists what it has served. It caches the client's files by URL. Files of books it caches by URL too, or, if it verifies tickets,
 * by their ETag: then it asks the product with a HEAD request whether the ticket of each request is valid.
 */
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that the proxy has served. */
export interface Served {
  readonly host: string;
  readonly path: string;
  readonly status: number;
  /** Whether the body came from the cache. */
  readonly isHit: boolean;
}

interface StoredResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly until: number;
}

export interface CachingProxy {
  readonly port: number;
  readonly served: Served[];
  /** `down`: connections are closed; `hanging`: requests get no response. */
  setState(state: 'up' | 'down' | 'hanging'): void;
  /** Lets this time in ms pass for the cache. */
  advance(ms: number): void;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** Host, with port, under which the proxy serves the client's files; requests of other hosts keep their host. */
  readonly assetsHost: (port: number) => string;
  /** Port and host of the product. */
  readonly origin: () => { readonly port: number; readonly host: string };
  readonly verifiesTickets?: boolean;
}

/** Returns the time in seconds for which a shared cache may store the response; 0 if it may not. */
const sharedSeconds = (cacheControl = ''): number => {
  if (/\b(?:private|no-store|no-cache)\b/.test(cacheControl) || !/\bpublic\b/.test(cacheControl)) return 0;
  return Number(/\bs-maxage=(\d+)/.exec(cacheControl)?.[1] ?? /\bmax-age=(\d+)/.exec(cacheControl)?.[1] ?? 0);
};

const TICKET = /^\/~c\/[^/]+\//;

export const openCachingProxy = async ({ assetsHost, origin, verifiesTickets = false }: ProxyOptions): Promise<CachingProxy> => {
  const cache = new Map<string, StoredResponse>();
  const served: Served[] = [];
  let state: 'up' | 'down' | 'hanging' = 'up';
  let passedMs = 0;
  const now = (): number => Date.now() + passedMs;

  const ask = (method: string, path: string, headers: IncomingHttpHeaders): Promise<StoredResponse> =>
    new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port: origin().port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const until = now() + sharedSeconds(response.headers['cache-control']) * 1_000;
          resolve({ status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(parts), until });
        });
      });
      request.on('error', reject);
      request.end();
    });

  const respond = async (path: string, headers: IncomingHttpHeaders): Promise<{ response: StoredResponse; isHit: boolean }> => {
    const variant = /\bgzip\b/.test(headers['accept-encoding'] ?? '') ? 'gzip' : 'plain';
    let key = `${headers.host} ${path} ${variant}`;
    if (verifiesTickets && TICKET.test(path)) {
      const verified = await ask('HEAD', path, headers);
      if (verified.status !== 200) return { response: await ask('GET', path, headers), isHit: false };
      key = `${headers.host} ${path.replace(TICKET, '/')} ${variant} ${verified.headers.etag}`;
    }
    const cached = cache.get(key);
    if (cached !== undefined && cached.until > now()) return { response: cached, isHit: true };
    const response = await ask('GET', path, headers);
    if (response.status === 200 && response.until > now()) cache.set(key, response);
    return { response, isHit: false };
  };

  const server = http.createServer((request, reply) => {
    if (state === 'hanging') return;
    if (state === 'down') {
      reply.destroy();
      return;
    }
    const { url = '/', method } = request;
    const host = String(request.headers.host);
    const isAssets = host === assetsHost((server.address() as AddressInfo).port);
    // As the operator sets up a CDN: the client's files only, with the host of the product. A part of a file is not cached.
    const { 'if-none-match': _tag, range, ...rest } = request.headers;
    const headers = { ...rest, ...(isAssets ? { host: origin().host } : {}), ...(range === undefined ? {} : { range }) };
    const finish = ({ response, isHit }: { response: StoredResponse; isHit: boolean }): void => {
      served.push({ host, path: url, status: response.status, isHit });
      reply.writeHead(response.status, response.headers).end(response.body);
    };
    if (method !== 'GET' || (isAssets && !url.startsWith('/assets/'))) {
      reply.writeHead(404).end();
      return;
    }
    const answering =
      range === undefined ? respond(url, headers) : ask('GET', url, headers).then((response) => ({ response, isHit: false }));
    answering.then(finish, () => reply.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    served,
    setState: (next) => {
      state = next;
      if (next !== 'up') server.closeAllConnections();
    },
    advance: (ms) => {
      passedMs += ms;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
