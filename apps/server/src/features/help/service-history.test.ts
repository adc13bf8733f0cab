import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { createServiceHistory, outagesOf } from './service-history.ts';
import type { ServiceChange } from './service-store.ts';

const failed = (at: number, part: ServiceChange['part'] = 'books'): ServiceChange => ({ part, state: 'failed', at });
const ok = (at: number, part: ServiceChange['part'] = 'books'): ServiceChange => ({ part, state: 'ok', at });

describe('spans out of order', () => {
  test('go from the failure to the next time the part was found well, each part by itself', () => {
    const changes = [failed(10), failed(12, 'library'), ok(20), ok(25, 'library'), failed(30)];
    expect(outagesOf(changes, 0)).toEqual([
      { part: 'books', from: 30 },
      { part: 'library', from: 12, until: 25 },
      { part: 'books', from: 10, until: 20 },
    ]);
  });

  test('that ended before the time looked at are left out, those that go on are not', () => {
    expect(outagesOf([failed(10), ok(20), failed(30, 'library')], 25)).toEqual([{ part: 'library', from: 30 }]);
  });
});

describe('what is noted', () => {
  let database: TestDatabase;
  let now = 1_000;
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  const books = (state: 'ok' | 'failed' | 'off') => [{ part: 'books' as const, state }];

  test('is each change once, whichever process finds it; what is switched off is no failure', async () => {
    const { db } = database;
    const [one, other] = [createServiceHistory({ db, clock }), createServiceHistory({ db, clock })];
    await one.note(books('ok'));
    expect(await one.outages()).toEqual([]);
    now = 2_000;
    await one.note(books('failed'));
    await other.note(books('failed'));
    await one.note([{ part: 'sms', state: 'off' }]);
    expect(await other.outages()).toEqual([{ part: 'books', from: 2_000 }]);
    now = 5_000;
    await other.note(books('ok'));
    await one.note(books('ok'));
    expect(await one.outages()).toEqual([{ part: 'books', from: 2_000, until: 5_000 }]);
  });
});
