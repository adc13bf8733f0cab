/** Liveness, readiness, metrics and the test clock, for operators and monitoring. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import { kindOfIp } from '../platform/host-kind.ts';
import { sql } from '../platform/sql.ts';
import type { Platform } from './open-platform.ts';

/** Headers of reverse proxies: a request with one of them was forwarded from another client, even on a loopback connection. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-(?:forwarded|real|original|client|cluster|remote|envoy|proxy)\b.*|(?:true|fastly|fly|cf)-.*ip|cf-.*|cdn-loop)$/;

/** Returns whether the connection comes from this machine and no proxy forwarded it. */
const isDirectLoopback = ({ socket, headers }: FastifyRequest): boolean =>
  kindOfIp(socket.remoteAddress ?? '') === 'loopback' && !Object.keys(headers).some((name) => PROXY_HEADER.test(name));

const isToken = (authorization: string | undefined, token: string): boolean => {
  const [given, wanted] = [authorization ?? '', `Bearer ${token}`].map((text) => createHash('sha256').update(text).digest());
  return given !== undefined && wanted !== undefined && timingSafeEqual(given, wanted);
};

/**
 * Options of the health routes. They are served for every host name, because load balancers and containers call them with the IP address as
 * host; the responses contain nothing worth a DNS rebinding attack.
 */
const HEALTH = { isForAnyHost: true };

export const registerHealth = (fastify: FastifyInstance, platform: Platform): void => {
  fastify.get('/healthz', { schema: { hide: true }, config: HEALTH }, async () => ({ status: 'ok' }));
  fastify.get('/readyz', { schema: { hide: true }, config: HEALTH }, async (_request, reply) => {
    try {
      await platform.db.orm.execute(sql`select 1`);
      return { status: 'ready' };
    } catch (error) {
      platform.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });

  const { registry } = platform.metrics;
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'shufang_http_request_seconds',
    help: 'Time of HTTP requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  fastify.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  fastify.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const { metricsToken } = platform.config;
    const allowed = isDirectLoopback(request) || (metricsToken !== undefined && isToken(request.headers.authorization, metricsToken));
    if (!allowed) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });

  const { advanceClock } = platform;
  if (advanceClock !== undefined) {
    fastify.post<{ Body: { advanceMs?: unknown } }>('/test/clock', { schema: { hide: true } }, async (request, reply) => {
      const advanceMs = Number(request.body.advanceMs);
      if (!Number.isFinite(advanceMs) || advanceMs < 0) return reply.code(400).send({ error: 'advanceMs: milliseconds, not negative' });
      advanceClock(advanceMs);
      return { now: platform.clock.now() };
    });
  }
};
