import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { Replica, type Writing } from './testing/replica.ts';
import { createSyncScene, type SyncScene } from './testing/sync-scene.ts';

/** security.md §5 wants 20 x 2,000 in the gate and 100,000 before a release: set `SYNC_FUZZ_STEPS`. */
const RUNS = 20;
const STEPS = Number(process.env['SYNC_FUZZ_STEPS'] ?? 200);

let database: TestDatabase;
let scene: SyncScene;

beforeAll(async () => {
  database = await createTestDatabase();
  scene = createSyncScene(database.db);
});
afterAll(() => database.drop());

const COLORS = ['yellow', 'green', 'blue', 'pink', 'red'] as const;
const weather = fc.constantFrom('fine' as const, 'fine' as const, 'requestLost' as const, 'answerLost' as const);
const who = fc.nat({ max: 1 });
const which = fc.nat({ max: 1_000 });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), who }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('edit' as const), who, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('paint' as const), who, which, color: fc.constantFrom(...COLORS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'restore' as const), who, which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('push' as const), who, count: fc.integer({ min: 1, max: 9 }), weather }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pull' as const), who, count: fc.integer({ min: 1, max: 9 }), weather }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 1_000, 700_000) }) },
);
/** Right, slow by an hour, fast within what is believed, fast by a day. */
const skew = fc.constantFrom(0, -3_600_000, 300_000, 86_400_000);

/** Texts that nobody who saw them has written over: all of them must still be there. */
const unreplaced = (writings: readonly Writing[]): Writing[] => {
  const over = new Set(writings.map((writing) => `${writing.markId} ${writing.over}`));
  return writings.filter((writing) => !over.has(`${writing.markId} ${writing.text}`));
};

describe('two devices of one person', () => {
  it('end equal and lose no text, with cuts, repetitions and wrong clocks', { timeout: 60_000 + RUNS * STEPS * 50 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), skew, skew, async (steps, skewA, skewB) => {
        const reader = await scene.aReader();
        const devices = [new Replica(scene, reader, 'devicea', skewA), new Replica(scene, reader, 'deviceb', skewB)] as const;
        let written = 0;
        for (const each of steps) {
          if (each.do === 'wait') {
            scene.time.now += each.ms;
            continue;
          }
          const device = devices[each.who === 0 ? 0 : 1];
          if (each.do === 'create') device.create(`文${written++}`);
          else if (each.do === 'push') await device.push(each.count, each.weather);
          else if (each.do === 'pull') await device.pull(each.count, each.weather);
          else {
            const marks = device.marks();
            const mark = marks[each.which % Math.max(1, marks.length)];
            if (mark === undefined) continue;
            if (each.do === 'edit') device.edit(mark, `文${written++}`);
            else if (each.do === 'paint') device.paint(mark, each.color);
            else if (each.do === 'remove') device.remove(mark);
            else device.restore(mark);
          }
        }
        for (const device of [...devices, ...devices]) await device.settle();

        const [a, b] = devices;
        expect(Object.fromEntries(a.records)).toEqual(Object.fromEntries(b.records));
        const refused = new Set([...a.rejected, ...b.rejected]);
        const writings = [...a.writings, ...b.writings].filter((writing) => !refused.has(writing.opId));
        for (const { markId, text } of unreplaced(writings)) {
          const record = a.records.get(markId)?.record;
          expect([record?.body, ...(record?.otherBodies ?? []).map((other) => other.body)]).toContain(text);
        }
        // A fresh device sees exactly what the two have.
        const fresh = new Replica(scene, reader, 'devicec', 0);
        await fresh.settle();
        expect(Object.fromEntries(fresh.records)).toEqual(Object.fromEntries(a.records));
      }),
      { numRuns: RUNS, endOnFailure: STEPS > 500 },
    );
  });
});
