/** A server that answers as a server of this product does, or differently, for tests of the first run. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SimpleServer {
  readonly port: number;
  /** The paths that were requested. */
  readonly requests: readonly string[];
  close(): void;
}

/** Starts a server that responds to every request with this JSON; undefined: it never responds. */
export const startSimpleServer = async (body: unknown): Promise<SimpleServer> => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (body !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Starts a server that the client accepts, and that has nothing else. */
export const startShufangServer = (): Promise<SimpleServer> =>
  startSimpleServer({ code: 'success', message: '', payload: { product: 'shufang', contentUrl: 'http://{book}.localhost:8080' } });
