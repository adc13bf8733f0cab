import { type Envelope, newId, SYNC_STREAM_PATH } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresEvents, type EventBus } from '../../platform/events.ts';
import { createHttpServer } from '../../platform/http/create-http-server.ts';
import { createRouter } from '../../platform/http/router.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { UNBOUND } from '../../platform/testing/unbound.ts';
import { callPolicy } from '../account/policy.ts';
import { registerSyncRoutes } from './routes.ts';
import { aHlc, aPut, createSyncScene, newMarkFields, type SyncScene } from './testing/sync-scene.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let scene: SyncScene;
const running: { fastify: FastifyInstance; events: EventBus }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  scene = createSyncScene(database.db);
});
afterEach(async () => {
  for (const { fastify, events } of running.splice(0)) {
    await fastify.close();
    await events.close();
  }
});
afterAll(() => database.drop());

/** One server process of several on the same database. The token is the person's id; the session's id follows it. */
const aServer = async () => {
  const events = await createPostgresEvents(database.db, log);
  const fastify = await createHttpServer({ log, trustedProxies: [], isContentHost: () => false, isAppHost: () => true });
  const router = createRouter(fastify, {
    policy: callPolicy,
    reach: UNBOUND,
    appOrigins: ['http://localhost'],
    authenticate: async (authorization) =>
      authorization === undefined
        ? { kind: 'anonymous' }
        : { kind: 'reader', reader: { userId: authorization, sid: `sid-${authorization}`, roles: ['reader'] } },
  });
  registerSyncRoutes(router, { ...scene.deps, events, log, findSession: async () => ({ endsAt: Number.POSITIVE_INFINITY }) });
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

/** Reads a stream event by event; `undefined` at its end. */
const follow = async (origin: string, reader: string) => {
  const response = await fetch(origin + SYNC_STREAM_PATH, { headers: { authorization: reader } });
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (body === undefined) throw new Error('no stream');
  let text = '';
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        return event;
      }
      const { value, done } = await body.read();
      if (done) return undefined;
      text += value;
    }
  };
  return { response, next, cancel: () => body.cancel() };
};

describe('over HTTP', () => {
  it('pushes and pulls, with each answer in the envelope', async () => {
    const { call } = await aServer();
    const reader = await scene.aReader();
    const op = aPut({ entityId: newId(), hlc: aHlc(scene.time.now) });
    const pushed = await call('/api/sync/push', reader, { deviceId: 'devicea', ops: [op] });
    expect(pushed).toMatchObject({
      status: 200,
      body: { code: 'success', message: '', payload: { results: [{ id: op.id, status: 'applied' }], seq: 1 } },
    });
    const pulled = await call('/api/sync/pull?since=0', reader);
    expect(pulled.body).toMatchObject({
      code: 'success',
      payload: { changes: [{ seq: 1, entityId: op.entityId, record: { color: 'yellow' } }], seq: 1, more: false },
    });
  });

  it('accepts the good ops of a request that also holds broken text', async () => {
    const { call } = await aServer();
    const reader = await scene.aReader();
    const good = aPut({ entityId: newId(), hlc: aHlc(scene.time.now) });
    const bad = aPut({ entityId: newId(), hlc: aHlc(scene.time.now), fields: { ...newMarkFields(), body: '\0' } });
    const { body } = await call('/api/sync/push', reader, { deviceId: 'devicea', ops: [bad, good] });
    expect(body).toMatchObject({ payload: { results: [{ status: 'rejected', code: 'sync.opInvalid' }, { status: 'applied' }] } });
  });

  it.each(['/api/sync/pull', SYNC_STREAM_PATH])('refuses %s without a session', async (path) => {
    const { call } = await aServer();
    expect(await call(path, undefined)).toMatchObject({ status: 200, body: { code: 'requestLogin', payload: null } });
  });

  it('refuses a push without a session, and malformed ones', async () => {
    const { call } = await aServer();
    expect((await call('/api/sync/push', undefined, { deviceId: 'devicea', ops: [] })).body.code).toBe('requestLogin');
    expect((await call('/api/sync/push', 'x', { deviceId: 'NO', ops: [] })).body.code).toBe('request.invalid');
    expect((await call('/api/sync/push', 'x', '{"ops":')).body.code).toBe('request.invalid');
    expect((await call('/api/sync/pull?since=-1', 'x')).body.code).toBe('request.invalid');
  });
});

describe('the stream', () => {
  it('tells of a change that another process took in', async () => {
    const [one, two] = [await aServer(), await aServer()];
    const reader = await scene.aReader();
    const stream = await follow(two.origin, reader);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await stream.next()).toBe('event: sync\ndata: {"seq":0}');
    const op = aPut({ entityId: newId(), hlc: aHlc(scene.time.now) });
    await one.call('/api/sync/push', reader, { deviceId: 'devicea', ops: [op] });
    expect(await stream.next()).toBe('event: sync\ndata: {"seq":1}');
    await stream.cancel();
  });

  it('ends when its session was replaced through another process', async () => {
    const [one, two] = [await aServer(), await aServer()];
    const reader = await scene.aReader();
    const stream = await follow(two.origin, reader);
    await stream.next();
    await one.events.publish(`session:sid-${reader}:ended`, { sid: `sid-${reader}`, userId: reader, reason: 'replaced' });
    expect(await stream.next()).toBe('event: kickedOut\ndata: {"code":"userBeenKickedOut","reason":"replaced"}');
    expect(await stream.next()).toBeUndefined();
  });

  it('does not hold up a server that stops', async () => {
    const { fastify, origin } = await aServer();
    const stream = await follow(origin, await scene.aReader());
    await stream.next();
    await fastify.close();
    expect(await stream.next()).toBeUndefined();
  });
});
