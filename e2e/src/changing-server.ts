/** A proxy in front of the product that can simulate a newer build of the client, by another version of the service worker, and a lost network. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChangingServer {
  readonly url: string;
  /** Serves the service worker with this version, such as `0.2.0-00000000`, from now on. */
  release(version: string): void;
  /** Whether requests reach the product; otherwise connections are closed without a response. Reachable at first. */
  setReachable(reachable: boolean): void;
  /** Makes the product unreachable as soon as this path has been requested once more. */
  cutAfter(path: string): void;
  /** Paths of the requests that did not reach the product. */
  readonly refused: string[];
  /** Watches requests and can delay them; undefined at first. */
  watch: RequestWatch | undefined;
  close(): Promise<void>;
}

/** Watches the requests that reach the proxy. */
export interface RequestWatch {
  /** A request waits until this resolves. It is not forwarded if the browser has given it up by then. */
  readonly before: (path: string) => Promise<void>;
  /** Called when a request is forwarded. */
  readonly forwarded: (path: string, body: string) => void;
}

/** Reads the body of a request, waits, and forwards it. */
const forwardWatched = async (
  { before, forwarded }: RequestWatch,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  upstream: http.ClientRequest,
): Promise<void> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const [path, body] = [request.url ?? '/', Buffer.concat(parts)];
  await before(path);
  if (response.destroyed) {
    upstream.destroy();
    return;
  }
  forwarded(path, body.toString());
  upstream.end(body);
};

/** URL path of a file of the client whose request never gets a response. */
export const NO_RESPONSE_PATH = '/assets/never-answered.js';

const VERSION = /0\.1\.0-[0-9a-f]{8}/g;

/**
 * Starts the proxy. It listens before the product is started, because the product needs its public URL; `portOf` returns the port of the
 * product, or of another server for some paths. `isAlwaysReachable`: paths that `setReachable` does not affect.
 */
export const openChangingServer = async (
  portOf: (path: string) => number,
  isAlwaysReachable: (path: string) => boolean = () => false,
): Promise<ChangingServer> => {
  let released: string | undefined;
  let isReachable = true;
  let lastPath: string | undefined;
  const refused: string[] = [];
  const server = http.createServer((request, response) => {
    const { url = '/', method, headers } = request;
    if (!isReachable && !isAlwaysReachable(url)) {
      refused.push(url);
      response.destroy();
      return;
    }
    if (url === lastPath) isReachable = false;
    if (url === NO_RESPONSE_PATH) return;
    const asksWorker = url === '/sw.js';
    const sent = { ...headers, ...(asksWorker ? { 'accept-encoding': 'identity' } : {}) };
    const forwarded = http.request({ host: '127.0.0.1', port: portOf(url), path: url, method, headers: sent }, (upstream) => {
      if (!asksWorker) {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers);
        upstream.pipe(response);
        return;
      }
      const parts: Buffer[] = [];
      upstream.on('data', (part: Buffer) => parts.push(part));
      upstream.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const { 'content-length': _length, ...rest } = upstream.headers;
        response.writeHead(upstream.statusCode ?? 502, rest);
        response.end(released === undefined ? text : text.replaceAll(VERSION, released));
      });
    });
    forwarded.on('error', () => response.destroy());
    if (proxy.watch === undefined) request.pipe(forwarded);
    else forwardWatched(proxy.watch, request, response, forwarded).catch(() => forwarded.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const proxy: ChangingServer = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: (version) => {
      released = version;
    },
    setReachable: (reachable) => {
      isReachable = reachable;
      if (reachable) lastPath = undefined;
      if (!reachable) server.closeAllConnections();
    },
    cutAfter: (path) => {
      lastPath = path;
    },
    refused,
    watch: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
};
