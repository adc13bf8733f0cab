/** Serves book content on a second port of the same server, for installations without separate host names. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config-error.ts';
import { type ConnectionsOf, HEADERS_CHECK_MS, limitServer, respondToUnreadableRequest } from './server-limits.ts';

interface SecondPort {
  readonly port: number;
  readonly host: string;
  readonly trustedProxies: readonly string[];
  readonly connectionsOf?: ConnectionsOf;
}

/**
 * Listens on the second port and resolves with the function that closes it. `fastify` must be ready. Throws a `ConfigError` that names the
 * port if it cannot listen.
 */
export const listenOnSecondPort = async (
  fastify: FastifyInstance,
  { port, host, trustedProxies, connectionsOf }: SecondPort,
): Promise<() => Promise<void>> => {
  const server = createServer({ connectionsCheckingInterval: HEADERS_CHECK_MS }, (request, response) => fastify.routing(request, response));
  limitServer(server, trustedProxies, connectionsOf);
  server.on('clientError', respondToUnreadableRequest);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new ConfigError(`图书内容的端口 ${port} 已被占用：请关闭占用它的程序，或用 CONTENT_URL 另定一个端口`, { cause: error });
    if (code === 'EACCES') throw new ConfigError(`没有权限使用图书内容的端口 ${port}：请用 CONTENT_URL 另定一个端口`, { cause: error });
    throw error;
  }
  return () =>
    new Promise((resolve, reject) => {
      server.close((error) => (error === undefined ? resolve() : reject(error)));
      server.closeIdleConnections();
    });
};
