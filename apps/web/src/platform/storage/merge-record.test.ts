import { formatHlc } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { latestStamp, mergeRecord } from './merge-record.ts';

const at = (ms: number, device = 'aaaaaa') => formatHlc(ms, 0, device);

describe('merging a record of the server with the local one', () => {
  const all = new Set(['color', 'body', 'deletedAt']);

  test('a field with a pending change takes the value with the later timestamp', () => {
    const merged = mergeRecord(
      { record: { color: 'red', body: 'here' }, clocks: { color: at(5), body: at(1) } },
      { record: { color: 'blue', body: 'there' }, clocks: { color: at(3), body: at(2) } },
      all,
    );
    expect(merged).toEqual({ record: { color: 'red', body: 'there' }, clocks: { color: at(5), body: at(2) } });
  });

  test('a field that was pushed takes the value of the server, even if the clock of this device is ahead', () => {
    const merged = mergeRecord(
      { record: { color: 'red' }, clocks: { color: at(9_000_000) } },
      { record: { color: 'blue' }, clocks: { color: at(3) } },
      new Set(['body']),
    );
    expect(merged).toEqual({ record: { color: 'blue' }, clocks: { color: at(3) } });
  });

  test('an annotation deleted on the server after a local edit is deleted, and one restored later is not', () => {
    const deletedThere = { record: { body: 'x', deletedAt: 9 }, clocks: { body: at(1), deletedAt: at(9) } };
    expect(mergeRecord({ record: { body: 'x' }, clocks: { body: at(1) } }, deletedThere, all).record).toHaveProperty('deletedAt', 9);
    const restoredHere = { record: { body: 'x' }, clocks: { body: at(1), deletedAt: at(10) } };
    expect(mergeRecord(restoredHere, deletedThere, all).record).not.toHaveProperty('deletedAt');
  });

  test('equal times are ordered by device id in both directions', () => {
    const one = { record: { color: 'red' }, clocks: { color: at(5, 'aaaaaa') } };
    const other = { record: { color: 'blue' }, clocks: { color: at(5, 'bbbbbb') } };
    expect(mergeRecord(one, other, all)).toEqual(mergeRecord(other, one, all));
  });

  test('fields without a timestamp take the value of the server', () => {
    const merged = mergeRecord(
      { record: { otherBodies: [] }, clocks: {} },
      { record: { otherBodies: [{ body: 'lost' }] }, clocks: {} },
      all,
    );
    expect(merged.record.otherBodies).toEqual([{ body: 'lost' }]);
  });

  test('the latest stamp wins whatever the order of fields', () => {
    expect(latestStamp([at(2), at(7), at(4)])).toBe(at(7));
    expect(latestStamp([])).toBeUndefined();
  });
});
