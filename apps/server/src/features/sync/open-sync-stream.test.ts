/** Tests of the event stream over HTTP, with several servers on one database. */
import { newId, SYNC_STREAM_PATH } from '@shufang/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { testAccess } from '../../testing/test-access.ts';
import { aHlc, aPut, createSyncFixture, type SyncFixture } from './testing/sync-fixture.ts';
import { createSyncServers, type SyncServers } from './testing/sync-server.ts';

testAccess('openSyncStream', 'every user');

let database: TestDatabase;
let fixture: SyncFixture;
let servers: SyncServers;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createSyncFixture(database.db);
  servers = createSyncServers(database, fixture);
});
afterEach(() => servers.closeAll());
afterAll(() => database.drop());

/** Returns a reader of an event stream; `next` returns the next event, or undefined at the end of the stream. */
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

describe('the event stream', () => {
  it('sends a change that another process accepted', async () => {
    const [one, two] = [await servers.aServer(), await servers.aServer()];
    const reader = await fixture.aReader();
    const stream = await follow(two.origin, reader);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await stream.next()).toBe('event: sync\ndata: {"seq":0}');
    const op = aPut({ entityId: newId(), hlc: aHlc(fixture.time.now) });
    await one.call('/api/sync/push', reader, { deviceId: 'devicea', ops: [op] });
    expect(await stream.next()).toBe('event: sync\ndata: {"seq":1}');
    await stream.cancel();
  });

  it('ends when another process ends its session', async () => {
    const [one, two] = [await servers.aServer(), await servers.aServer()];
    const reader = await fixture.aReader();
    const stream = await follow(two.origin, reader);
    await stream.next();
    await one.events.publish(`session:sid-${reader}:ended`, { sid: `sid-${reader}`, userId: reader, reason: 'replaced' });
    expect(await stream.next()).toBe('event: kickedOut\ndata: {"code":"userBeenKickedOut","reason":"replaced"}');
    expect(await stream.next()).toBeUndefined();
  });

  it('ends when the server stops', async () => {
    const { fastify, origin } = await servers.aServer();
    const stream = await follow(origin, await fixture.aReader());
    await stream.next();
    await fastify.close();
    expect(await stream.next()).toBeUndefined();
  });
});
