/** Liveness, readiness, metrics and the test clock: what those who run the server ask, not people. */
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Platform } from './open-platform.ts';

const isLoopback = (request: FastifyRequest): boolean => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);

export const registerHealth = (fastify: FastifyInstance, platform: Platform): void => {
  fastify.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  fastify.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await platform.db.orm.execute(sql`select 1`);
      return { status: 'ready' };
    } catch (error) {
      platform.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });

  const registry = new Registry();
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
    const allowed = metricsToken === undefined ? isLoopback(request) : request.headers.authorization === `Bearer ${metricsToken}`;
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
