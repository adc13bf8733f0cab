import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { createServiceHistory, outagesOf } from './service-history.ts';
import type { ServiceChange } from './service-store.ts';

const failed = (at: number, part: ServiceChange['part'] = 'books'): ServiceChange => ({ part, state: 'failed', at });
const ok = (at: number, part: ServiceChange['part'] = 'books'): ServiceChange => ({ part, state: 'ok', at });

describe('outages', () => {
  test('last from a failure to the next successful check, for each part separately', () => {
    const changes = [failed(10), failed(12, 'library'), ok(20), ok(25, 'library'), failed(30)];
    expect(outagesOf(changes, 0)).toEqual([
      { part: 'books', from: 30 },
      { part: 'library', from: 12, until: 25 },
      { part: 'books', from: 10, until: 20 },
    ]);
  });

  test('that ended before the requested time are omitted, ongoing ones are not', () => {
    expect(outagesOf([failed(10), ok(20), failed(30, 'library')], 25)).toEqual([{ part: 'library', from: 30 }]);
  });
});

describe('the recorded history', () => {
  let database: TestDatabase;
  let now = 1_000;
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  const books = (state: 'ok' | 'failed' | 'off') => [{ part: 'books' as const, state }];

  test('contains each change once, whichever process finds it; a part that is off has not failed', async () => {
    const { db } = database;
    const [one, other] = [createServiceHistory({ db, clock }), createServiceHistory({ db, clock })];
    await one.record(books('ok'));
    expect(await one.outages()).toEqual([]);
    now = 2_000;
    await one.record(books('failed'));
    await other.record(books('failed'));
    await one.record([{ part: 'sms', state: 'off' }]);
    expect(await other.outages()).toEqual([{ part: 'books', from: 2_000 }]);
    now = 5_000;
    await other.record(books('ok'));
    await one.record(books('ok'));
    expect(await one.outages()).toEqual([{ part: 'books', from: 2_000, until: 5_000 }]);
  });
});
