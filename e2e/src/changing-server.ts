/** A proxy in front of the product that can simulate a newer build of the client, by another version of the service worker, and a lost network. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChangingServer {
  readonly url: string;
  /** Serves the service worker with this version, such as `0.2.0-00000000`, from now on. */
  release(version: string): void;
  /** Whether requests reach the product; otherwise connections are closed without a response. Reachable at first. */
  setReachable(reachable: boolean): void;
  close(): Promise<void>;
}

/** URL path of a file of the client whose request never gets a response. */
export const NO_RESPONSE_PATH = '/assets/never-answered.js';

const VERSION = /0\.1\.0-[0-9a-f]{8}/g;

/**
 * Starts the proxy. It listens before the product is started, because the product needs its public URL; `portOf` returns the port of the
 * product.
 */
export const openChangingServer = async (portOf: () => number): Promise<ChangingServer> => {
  let released: string | undefined;
  let isReachable = true;
  const server = http.createServer((request, response) => {
    const { url = '/', method, headers } = request;
    if (!isReachable) {
      response.destroy();
      return;
    }
    if (url === NO_RESPONSE_PATH) return;
    const asksWorker = url === '/sw.js';
    const sent = { ...headers, ...(asksWorker ? { 'accept-encoding': 'identity' } : {}) };
    const forwarded = http.request({ host: '127.0.0.1', port: portOf(), path: url, method, headers: sent }, (upstream) => {
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
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: (version) => {
      released = version;
    },
    setReachable: (reachable) => {
      isReachable = reachable;
      if (!reachable) server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
