/** Servers with the sync operations, which run on the same database as several server processes would. For tests. */
import type { Envelope } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createPostgresEvents, type EventBus } from '../../../platform/events.ts';
import { createHttpServer } from '../../../platform/http/create-http-server.ts';
import { createRouter } from '../../../platform/http/router.ts';
import type { TestDatabase } from '../../../platform/testing/test-database.ts';
import { UNSCOPED_AUTHORIZATION } from '../../authorization/testing/unscoped-authorization.ts';
import { registerSyncRoutes } from '../routes.ts';
import type { SyncFixture } from './sync-fixture.ts';

const log = pino({ level: 'silent' });

export type SyncServers = ReturnType<typeof createSyncServers>;

/** Starts servers. Their session tokens are user ids, and each session id contains the user id. */
export const createSyncServers = ({ db }: TestDatabase, { deps }: SyncFixture) => {
  const running: { fastify: FastifyInstance; events: EventBus }[] = [];
  const aServer = async () => {
    const events = await createPostgresEvents(db, log);
    const fastify = await createHttpServer({ log, trustedProxies: [], isContentHost: () => false, isAppHost: () => true });
    const router = createRouter(fastify, {
      authorization: UNSCOPED_AUTHORIZATION,
      appOrigins: ['http://localhost'],
      authenticate: async (authorization) =>
        authorization === undefined
          ? { kind: 'anonymous' }
          : { kind: 'reader', reader: { userId: authorization, sid: `sid-${authorization}`, roles: ['reader'] } },
    });
    registerSyncRoutes(router, {
      ...deps,
      events,
      log,
      findSession: async () => ({ endsAt: Number.POSITIVE_INFINITY }),
      watchStreams: () => undefined,
      onStreamOpened: () => undefined,
    });
    const origin = await fastify.listen({ port: 0, host: '127.0.0.1' });
    running.push({ fastify, events });
    const call = async (path: string, reader: string | undefined, body?: unknown): Promise<{ status: number; body: Envelope<never> }> => {
      const response = await fetch(origin + path, {
        headers: { ...(reader === undefined ? {} : { authorization: reader }), 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Envelope<never> };
    };
    return { fastify, events, origin, call };
  };
  const closeAll = async (): Promise<void> => {
    for (const { fastify, events } of running.splice(0)) {
      await fastify.close();
      await events.close();
    }
  };
  return { aServer, closeAll };
};
