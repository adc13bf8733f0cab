/** Book content on a port of its own, where it has no host name of its own: the same server, the same limits, a second socket. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config-error.ts';
import { answerUnreadableRequest, HEADERS_CHECK_MS, limitServer } from './server-limits.ts';

/** `fastify` must be ready. Resolves when the port listens; throws `ConfigError` naming the port when it cannot. Answers how to close it. */
export const listenOnSecondPort = async (
  fastify: FastifyInstance,
  { port, host, trustedProxies }: { port: number; host: string; trustedProxies: readonly string[] },
): Promise<() => Promise<void>> => {
  const server = createServer({ connectionsCheckingInterval: HEADERS_CHECK_MS }, (request, response) => fastify.routing(request, response));
  limitServer(server, trustedProxies);
  server.on('clientError', answerUnreadableRequest);
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
