import { expect, test } from 'vitest';
import { mergeFields } from './merge-fields.ts';
import { aHlc } from './testing/sync-fixture.ts';

interface Fields {
  pinned?: boolean;
  group?: string;
}
const current = { fields: { pinned: true, group: 'a' } as Fields, clocks: { pinned: aHlc(5), group: aHlc(9) } };

test('each field has the value with the later stamp, in any order of arrival', () => {
  const { next, lost, changed } = mergeFields(current, { pinned: false, group: 'b' }, aHlc(7));
  expect(next).toEqual({ fields: { pinned: false, group: 'a' }, clocks: { pinned: aHlc(7), group: aHlc(9) } });
  expect({ lost, changed }).toEqual({ lost: true, changed: true });
});

test('a repeated change has no effect', () => {
  const once = mergeFields(current, { pinned: false }, aHlc(7)).next;
  expect(mergeFields(once, { pinned: false }, aHlc(7))).toEqual({ next: once, lost: false, changed: false });
});

test('a deleted value stays deleted against an earlier stamp', () => {
  const away = mergeFields(current, { group: null }, aHlc(10)).next;
  expect(away.fields).toEqual({ pinned: true });
  expect(mergeFields(away, { group: 'c' }, aHlc(9)).next.fields).toEqual({ pinned: true });
});
