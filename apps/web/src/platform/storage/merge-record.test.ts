import { formatHlc } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { latestStamp, mergeRecord } from './merge-record.ts';

const at = (ms: number, device = 'aaaaaa') => formatHlc(ms, 0, device);

describe('joining a record of the server with the one on this device', () => {
  const all = new Set(['color', 'body', 'deletedAt']);

  test('a field that waits to be pushed goes to the later stamp', () => {
    const merged = mergeRecord(
      { record: { color: 'red', body: 'here' }, clocks: { color: at(5), body: at(1) } },
      { record: { color: 'blue', body: 'there' }, clocks: { color: at(3), body: at(2) } },
      all,
    );
    expect(merged).toEqual({ record: { color: 'red', body: 'there' }, clocks: { color: at(5), body: at(2) } });
  });

  test('a field that was pushed follows the server, though the clock of this device runs ahead', () => {
    const merged = mergeRecord(
      { record: { color: 'red' }, clocks: { color: at(9_000_000) } },
      { record: { color: 'blue' }, clocks: { color: at(3) } },
      new Set(['body']),
    );
    expect(merged).toEqual({ record: { color: 'blue' }, clocks: { color: at(3) } });
  });

  test('a mark deleted there later than it was edited here is deleted, and one brought back later is not', () => {
    const deletedThere = { record: { body: 'x', deletedAt: 9 }, clocks: { body: at(1), deletedAt: at(9) } };
    expect(mergeRecord({ record: { body: 'x' }, clocks: { body: at(1) } }, deletedThere, all).record).toHaveProperty('deletedAt', 9);
    const restoredHere = { record: { body: 'x' }, clocks: { body: at(1), deletedAt: at(10) } };
    expect(mergeRecord(restoredHere, deletedThere, all).record).not.toHaveProperty('deletedAt');
  });

  test('equal times fall to the device id the same way on both sides', () => {
    const one = { record: { color: 'red' }, clocks: { color: at(5, 'aaaaaa') } };
    const other = { record: { color: 'blue' }, clocks: { color: at(5, 'bbbbbb') } };
    expect(mergeRecord(one, other, all)).toEqual(mergeRecord(other, one, all));
  });

  test('fields nobody stamped follow the server', () => {
    const merged = mergeRecord(
      { record: { otherBodies: [] }, clocks: {} },
      { record: { otherBodies: [{ body: 'lost' }] }, clocks: {} },
      all,
    );
    expect(merged.record.otherBodies).toEqual([{ body: 'lost' }]);
  });

  test('the latest stamp wins whatever the order of fields', () => {
    expect(latestStamp({ b: at(2), a: at(7), c: at(4) })).toBe(at(7));
    expect(latestStamp({})).toBeUndefined();
  });
});
