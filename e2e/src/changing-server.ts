/** A server in front of the product that can pretend to be a newer build of the client: its service worker says so. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChangingServer {
  readonly url: string;
  /** From now on the service worker is the one of this version, such as `0.2.0-00000000`. */
  release(version: string): void;
  close(): Promise<void>;
}

/** A file of the client that is asked for and never comes. */
export const NEVER_ANSWERED = '/assets/never-answered.js';

const VERSION = /0\.1\.0-[0-9a-f]{8}/g;

/** Listens before the product is started, because the product must know its public address; `portOf` answers where that is then. */
export const openChangingServer = async (portOf: () => number): Promise<ChangingServer> => {
  let released: string | undefined;
  const server = http.createServer((request, response) => {
    const { url = '/', method, headers } = request;
    if (url === NEVER_ANSWERED) return;
    const asksWorker = url === '/sw.js';
    const sent = { ...headers, ...(asksWorker ? { 'accept-encoding': 'identity' } : {}) };
    const forwarded = http.request({ host: '127.0.0.1', port: portOf(), path: url, method, headers: sent }, (answer) => {
      if (!asksWorker) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const { 'content-length': _length, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, rest);
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
