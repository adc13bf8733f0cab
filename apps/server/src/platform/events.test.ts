/** Tests events in one process, over PostgreSQL and over Redis, and what happens when the connection breaks. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createInProcessEvents,
  createPostgresEvents,
  EVENT_MAX_BYTES,
  EVENTS_MISSED,
  type EventBus,
  EventTooLargeError,
} from './events.ts';
import { createLogger } from './logger.ts';
import { createRedisEvents } from './redis-events.ts';
import { createEmptyDatabase, type TestDatabase } from './testing/test-database.ts';
import { startTestRedis, type TestRedis } from './testing/test-redis.ts';

const silent = createLogger('silent');
const redis = await startTestRedis();
let empty: TestDatabase;
beforeAll(async () => {
  empty = await createEmptyDatabase();
});
afterAll(async () => {
  await empty.drop();
  await redis.kill();
});

const opened: EventBus[] = [];
const use = async (bus: Promise<EventBus> | EventBus): Promise<EventBus> => {
  opened.push(await bus);
  return bus;
};
afterEach(async () => {
  for (const bus of opened.splice(0)) await bus.close();
});

const collect = (bus: EventBus, topic: string): unknown[] => {
  const heard: unknown[] = [];
  bus.subscribe(topic, (data) => heard.push(data));
  return heard;
};

describe.each([
  ['in one process', async () => createInProcessEvents(silent)],
  ['over PostgreSQL', () => createPostgresEvents(empty.db, silent)],
  ['over Redis', () => createRedisEvents(redis.url, silent)],
])('events %s', (_, create) => {
  it('reach the subscribers of their topic at once, and no others', async () => {
    const bus = await use(create());
    const [first, second, other] = [collect(bus, 'sync'), collect(bus, 'sync'), collect(bus, 'import')];
    await bus.publish('sync', { userId: 'u1' });
    expect([first, second, other]).toEqual([[{ userId: 'u1' }], [{ userId: 'u1' }], []]);
  });

  it('stop when the subscription ends', async () => {
    const bus = await use(create());
    const heard: unknown[] = [];
    const end = bus.subscribe('sync', (data) => heard.push(data));
    await bus.publish('sync', 1);
    end();
    end();
    await bus.publish('sync', 2);
    expect(heard).toEqual([1]);
  });

  it('continue after a subscriber has thrown', async () => {
    const bus = await use(create());
    bus.subscribe('sync', () => {
      throw new Error('broken subscriber');
    });
    const heard = collect(bus, 'sync');
    await bus.publish('sync', 1);
    expect(heard).toEqual([1]);
  });

  it('are rejected if they are too large', async () => {
    const bus = await use(create());
    await bus.publish('sync', 'x'.repeat(EVENT_MAX_BYTES - 2));
    await expect(bus.publish('sync', 'x'.repeat(EVENT_MAX_BYTES - 1))).rejects.toThrow(EventTooLargeError);
  });
});

describe.each([
  ['PostgreSQL', () => createPostgresEvents(empty.db, silent)],
  ['Redis', () => createRedisEvents(redis.url, silent)],
])('events between processes over %s', (_, create) => {
  it('are received once by each process, including the largest and Chinese ones', async () => {
    const [here, there] = [await use(create()), await use(create())];
    const [heardHere, heardThere] = [collect(here, 'sync'), collect(there, 'sync')];
    const largest = '书'.repeat(Math.floor((EVENT_MAX_BYTES - 2) / 3));
    await here.publish('sync', largest);
    await there.publish('sync', '笔记');
    // The order of events from different senders is undefined, except that each sender receives its own events first.
    await vi.waitFor(() => expect(heardThere.toSorted()).toEqual(['笔记', largest].toSorted()), { timeout: 5_000 });
    await vi.waitFor(() => expect(heardHere).toEqual([largest, '笔记']), { timeout: 5_000 });
  });
});

it('over PostgreSQL continue after the connection was cut, and report that events may have been missed', async () => {
  const [here, there] = [await use(createPostgresEvents(empty.db, silent)), await use(createPostgresEvents(empty.db, silent))];
  const [missed, heard] = [collect(there, EVENTS_MISSED), collect(there, 'sync')];
  await empty.db.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shufang-listen' and datname = current_database()",
  );
  await vi.waitFor(() => expect(missed).toEqual([null]), { timeout: 10_000 });
  await here.publish('sync', 'after');
  await vi.waitFor(() => expect(heard).toEqual(['after']), { timeout: 5_000 });
});

describe('events while Redis is down', () => {
  let mortal: TestRedis;
  beforeAll(async () => {
    mortal = await startTestRedis();
  });
  afterAll(() => mortal.kill());

  it('are published in this process without an error, and reach other processes again after Redis has returned', async () => {
    const [here, there] = [await use(createRedisEvents(mortal.url, silent)), await use(createRedisEvents(mortal.url, silent))];
    const [own, other, missed] = [collect(here, 'sync'), collect(there, 'sync'), collect(there, EVENTS_MISSED)];
    await here.publish('sync', 1);
    await vi.waitFor(() => expect(other).toEqual([1]), { timeout: 5_000 });
    await mortal.kill();
    await here.publish('sync', 2);
    expect(own).toEqual([1, 2]);
    await mortal.start();
    await vi.waitFor(() => expect(missed).toEqual([null]), { timeout: 15_000 });
    await vi.waitFor(
      async () => {
        await here.publish('sync', 3);
        expect(other).toContain(3);
      },
      { timeout: 10_000 },
    );
    expect(other).not.toContain(2);
  });
});
