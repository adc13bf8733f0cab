import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../../platform/testing/load-scale.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { Replica, type Writing } from './testing/replica.ts';
import { createSyncFixture, type SyncFixture } from './testing/sync-fixture.ts';

const RUNS = 20;
/** Number of steps in each of the runs. Before a release it is set by `SYNC_FUZZ_STEPS=5000`, which makes 100,000 steps together. */
const STEPS = Number(process.env['SYNC_FUZZ_STEPS'] ?? scaled(2_000));

let database: TestDatabase;
let fixture: SyncFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createSyncFixture(database.db);
});
afterAll(() => database.drop());

const COLORS = ['yellow', 'green', 'blue', 'pink', 'red'] as const;
const delivery = fc.constantFrom('delivered' as const, 'delivered' as const, 'requestLost' as const, 'responseLost' as const);
const who = fc.nat({ max: 1 });
const which = fc.nat({ max: 1_000 });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), who }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('edit' as const), who, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('paint' as const), who, which, color: fc.constantFrom(...COLORS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'restore' as const), who, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('push' as const), who, count: fc.integer({ min: 1, max: 9 }), delivery }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pull' as const), who, count: fc.integer({ min: 1, max: 9 }), delivery }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 1_000, 700_000) }) },
);
/** Difference between a device's clock and the server's: none, an hour slow, fast within the limit, or a day fast. */
const skew = fc.constantFrom(0, -3_600_000, 300_000, 86_400_000);

/** Returns the texts that no later edit replaced: the server must still have all of them. */
const unreplaced = (writings: readonly Writing[]): Writing[] => {
  const over = new Set(writings.map((writing) => `${writing.annotationId} ${writing.over}`));
  return writings.filter((writing) => !over.has(`${writing.annotationId} ${writing.text}`));
};

describe('two devices of one user', () => {
  it('have equal records and lose no text, despite lost requests and wrong clocks', { timeout: 60_000 + RUNS * STEPS * 50 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), skew, skew, async (steps, skewA, skewB) => {
        const reader = await fixture.aReader();
        const devices = [new Replica(fixture, reader, 'devicea', skewA), new Replica(fixture, reader, 'deviceb', skewB)] as const;
        let written = 0;
        for (const each of steps) {
          if (each.do === 'wait') {
            fixture.time.now += each.ms;
            continue;
          }
          const device = devices[each.who === 0 ? 0 : 1];
          if (each.do === 'create') device.create(`文${written++}`);
          else if (each.do === 'push') await device.push(each.count, each.delivery);
          else if (each.do === 'pull') await device.pull(each.count, each.delivery);
          else {
            const annotations = device.annotations();
            const annotation = annotations[each.which % Math.max(1, annotations.length)];
            if (annotation === undefined) continue;
            if (each.do === 'edit') device.edit(annotation, `文${written++}`);
            else if (each.do === 'paint') device.paint(annotation, each.color);
            else if (each.do === 'remove') device.remove(annotation);
            else device.restore(annotation);
          }
        }
        for (const device of [...devices, ...devices]) await device.settle();

        const [a, b] = devices;
        expect(Object.fromEntries(a.records)).toEqual(Object.fromEntries(b.records));
        const refused = new Set([...a.rejected, ...b.rejected]);
        const writings = [...a.writings, ...b.writings].filter((writing) => !refused.has(writing.opId));
        for (const { annotationId, text } of unreplaced(writings)) {
          const record = a.records.get(annotationId)?.record;
          expect([record?.body, ...(record?.otherBodies ?? []).map((other) => other.body)]).toContain(text);
        }
        // A device that pulls for the first time gets the same records as the others.
        const fresh = new Replica(fixture, reader, 'devicec', 0);
        await fresh.settle();
        expect(Object.fromEntries(fresh.records)).toEqual(Object.fromEntries(a.records));
      }),
      { numRuns: RUNS, endOnFailure: STEPS > 500 },
    );
  });
});
