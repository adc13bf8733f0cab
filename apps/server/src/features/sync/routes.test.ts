import { newId, SYNC_STREAM_PATH } from '@shufang/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aHlc, aPut, createSyncFixture, newMarkFields, type SyncFixture } from './testing/sync-fixture.ts';
import { createSyncServers, type SyncServers } from './testing/sync-server.ts';

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

describe('the sync operations over HTTP', () => {
  it('push and pull in the envelope', async () => {
    const { call } = await servers.aServer();
    const reader = await fixture.aReader();
    const op = aPut({ entityId: newId(), hlc: aHlc(fixture.time.now) });
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

  it('accept the valid ops of a request that also contains invalid text', async () => {
    const { call } = await servers.aServer();
    const reader = await fixture.aReader();
    const good = aPut({ entityId: newId(), hlc: aHlc(fixture.time.now) });
    const bad = aPut({ entityId: newId(), hlc: aHlc(fixture.time.now), fields: { ...newMarkFields(), body: '\0' } });
    const { body } = await call('/api/sync/push', reader, { deviceId: 'devicea', ops: [bad, good] });
    expect(body).toMatchObject({ payload: { results: [{ status: 'rejected', code: 'sync.opInvalid' }, { status: 'applied' }] } });
  });

  it.each(['/api/sync/pull', SYNC_STREAM_PATH])('refuse %s without a session', async (path) => {
    const { call } = await servers.aServer();
    expect(await call(path, undefined)).toMatchObject({ status: 200, body: { code: 'requestLogin', payload: null } });
  });

  it('refuse a push without a session, and malformed requests', async () => {
    const { call } = await servers.aServer();
    expect((await call('/api/sync/push', undefined, { deviceId: 'devicea', ops: [] })).body.code).toBe('requestLogin');
    expect((await call('/api/sync/push', 'x', { deviceId: 'NO', ops: [] })).body.code).toBe('request.invalid');
    expect((await call('/api/sync/push', 'x', '{"ops":')).body.code).toBe('request.invalid');
    expect((await call('/api/sync/pull?since=-1', 'x')).body.code).toBe('request.invalid');
  });
});
